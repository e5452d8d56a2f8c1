import type { Metrics } from "../../../contracts/metrics.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { GitHost, HostFailure } from "../../../contracts/git_host.ts";
import type { Result } from "../../../contracts/result.ts";

type Call = "repository" | "resolve" | "gives" | "tree" | "blobs";

/**
 * The same host, whose calls are counted by how they end: `ok`, the reason of the failure, `left` where
 * the caller wanted no more, or `broken` for what no host should do.
 */
export function measuredHost(host: GitHost, metrics: Metrics, clock: Pick<Clock, "now">): GitHost {
  function begin(call: Call): (outcome: HostFailure["reason"] | "ok" | "left" | "broken") => void {
    const started = clock.now();
    return (outcome) => {
      const labels = { host: host.key, call };
      metrics.count("skillmount_host_calls_total", { ...labels, outcome });
      metrics.observe("skillmount_host_call_duration_seconds", labels, (clock.now() - started) / 1000);
    };
  }

  async function measured<Value>(
    call: Call,
    ask: () => Promise<Result<Value, HostFailure>>,
  ): Promise<Result<Value, HostFailure>> {
    const end = begin(call);
    try {
      const result = await ask();
      end(result.ok ? "ok" : result.error.reason);
      return result;
    } catch (error) {
      end("broken");
      throw error;
    }
  }

  const { gives } = host;
  return {
    ...host,
    as: (credential) => measuredHost(host.as(credential), metrics, clock),
    ...(gives !== undefined && { gives: (...asked) => measured("gives", () => gives(...asked)) }),
    repository: (...asked) => measured("repository", () => host.repository(...asked)),
    resolve: (...asked) => measured("resolve", () => host.resolve(...asked)),
    tree: (...asked) => measured("tree", () => host.tree(...asked)),
    async *blobs(...asked) {
      const end = begin("blobs");
      let outcome: Parameters<typeof end>[0] = "left";
      try {
        for await (const reply of host.blobs(...asked)) {
          if (!reply.ok) outcome = reply.error.reason;
          yield reply;
        }
        if (outcome === "left") outcome = "ok";
      } catch (error) {
        outcome = "broken";
        throw error;
      } finally {
        end(outcome);
      }
    },
  };
}
