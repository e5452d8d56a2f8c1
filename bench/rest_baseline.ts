/** What the REST API is compared with: one Hono route that answers a value as JSON, to a `POST` too. `PUT` sets it. Prints its port. */
import { Hono } from "hono";

let value: unknown = null;
const app = new Hono()
  .get("/", (context) => context.json(value))
  .post("/", async (context) => {
    await context.req.text();
    return context.json(value);
  })
  .put("/", async (context) => {
    value = await context.req.json();
    return context.body(null, 204);
  });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
console.log(server.addr.port);
