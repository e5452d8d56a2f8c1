/** Opens a page in the browser of the person who sits here, where this process may; says where it is in any case. */
export function showPage(page: URL, server: URL): void {
  console.error(`Sign in to ${server.host}: ${page.href}`);
  const [command, ...args] =
    OPENERS[Deno.build.os === "windows" || Deno.build.os === "darwin" ? Deno.build.os : "linux"];
  try {
    // Its own process, without a shell: nothing in the URL is read as anything but one argument.
    new Deno.Command(command, { args: [...args, page.href], stdin: "null", stdout: "null", stderr: "null" })
      .spawn().unref();
  } catch {
    // No such program, or no permission to start it: the line above has to do.
  }
}

const OPENERS = {
  linux: ["xdg-open"],
  darwin: ["open"],
  windows: ["rundll32", "url.dll,FileProtocolHandler"],
} as const;
