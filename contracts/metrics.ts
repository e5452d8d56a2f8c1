/**
 * What `/metrics` tells an operator: every metric with its type, its help and the names of its labels,
 * by the conventions of Prometheus. Label values come from closed sets and from the configuration, never
 * from what a client or a repository sent, so that their number is bounded and no repository is named.
 */

interface MetricShape {
  readonly type: "counter" | "gauge" | "histogram";
  /** One line. */
  readonly help: string;
  readonly labels: readonly string[];
}

export const METRICS = {
  skillmount_build_info: {
    type: "gauge",
    help: "Always 1: the version of the server and that of its reading rules",
    labels: ["version", "rules"],
  },
  skillmount_http_requests_total: {
    type: "counter",
    help: "Requests answered, by kind of route and HTTP status",
    labels: ["route", "status"],
  },
  skillmount_http_request_duration_seconds: {
    type: "histogram",
    help: "Time until an answer began, by kind of route",
    labels: ["route"],
  },
  skillmount_answers_in_flight_bytes: {
    type: "gauge",
    help: "What large answers hold in memory until their clients have read them",
    labels: [],
  },
  skillmount_uploads_in_flight_bytes: {
    type: "gauge",
    help: "What uploads hold in memory until they are published or refused",
    labels: [],
  },
  skillmount_host_requests_total: {
    type: "counter",
    help: "Requests sent to a git host, by what they were for",
    labels: ["host", "kind"],
  },
  skillmount_host_calls_total: {
    type: "counter",
    help: "Questions to a git host, each of no, one or several requests, by how they ended",
    labels: ["host", "call", "outcome"],
  },
  skillmount_host_call_duration_seconds: {
    type: "histogram",
    help: "Time until a question to a git host was answered",
    labels: ["host", "call"],
  },
  skillmount_index_attempts_total: {
    type: "counter",
    help: "Commits worked on, by how it ended: ready, handed_back, lost, or the code of the failure",
    labels: ["outcome"],
  },
  skillmount_index_duration_seconds: {
    type: "histogram",
    help: "Time until a commit was ready",
    labels: [],
  },
  skillmount_index_fetched_files_total: {
    type: "counter",
    help: "Files that came from a git host for commits that became ready",
    labels: ["host"],
  },
  skillmount_index_refusals_total: {
    type: "counter",
    help:
      "Commits that were not taken on: more waited than fit (full), or a client started too many (client)",
    labels: ["reason"],
  },
  skillmount_index_running: {
    type: "gauge",
    help: "Commits that this process works on",
    labels: [],
  },
  skillmount_index_queued: {
    type: "gauge",
    help: "Commits that wait in this process",
    labels: [],
  },
  skillmount_index_unfinished: {
    type: "gauge",
    help: "Commits of all processes that are not ready, at the last minute's look, which counts 1000 at most",
    labels: ["state"],
  },
  skillmount_collect_rounds_total: {
    type: "counter",
    help: "Collections of garbage, by how they ended: done, lost (another process took over) or broken",
    labels: ["outcome"],
  },
  skillmount_collect_snapshots_total: {
    type: "counter",
    help:
      "Snapshots that were taken out: nobody needed them (unneeded), or the store held too much (evicted)",
    labels: ["reason"],
  },
  skillmount_store_bytes: {
    type: "gauge",
    help: "What the store of all processes holds, about, at the last minute's look",
    labels: [],
  },
  skillmount_sign_ins_total: {
    type: "counter",
    help:
      "Sign-ins that came to an end, by git host (link: by a link), by how: ok, or why nobody was signed in",
    labels: ["host", "outcome"],
  },
  skillmount_refusals_total: {
    type: "counter",
    help:
      "Addresses that were not shown: asked to sign in (challenge), a bad token (invalid_token), or missing",
    labels: ["told"],
  },
  skillmount_sync_runs_total: {
    type: "counter",
    help: "Looks at repositories that publish to accounts, by what they came to",
    labels: ["state"],
  },
  skillmount_permission_checks_total: {
    type: "counter",
    help:
      "Whether somebody may see what is not public: a yes of before (remembered), or what the host said now",
    labels: ["host", "outcome"],
  },
  skillmount_host_token_renewals_total: {
    type: "counter",
    help: "Renewals of what asks at a git host for people, by what the host said: ok, refused or unavailable",
    labels: ["host", "outcome"],
  },
  skillmount_token_requests_total: {
    type: "counter",
    help:
      "Exchanges of codes and refreshes, by how they ended: ok, replayed (its grant ended), or an error code",
    labels: ["grant", "outcome"],
  },
  skillmount_page_cache_lookups_total: {
    type: "counter",
    help: "Looks for a page that was made before: hit or miss",
    labels: ["result"],
  },
  skillmount_cache_bytes: {
    type: "gauge",
    help: "Memory that a cache holds, by its own estimate",
    labels: ["cache"],
  },
  process_resident_memory_bytes: {
    type: "gauge",
    help: "Memory that the process holds",
    labels: [],
  },
  process_heap_bytes: {
    type: "gauge",
    help: "Memory that JavaScript values take",
    labels: [],
  },
  process_start_time_seconds: {
    type: "gauge",
    help: "When the process started, in seconds since the epoch",
    labels: [],
  },
} as const satisfies Record<string, MetricShape>;

export type MetricName = keyof typeof METRICS;

export type MetricOf<Type extends MetricShape["type"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never;
}[MetricName];

export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]["labels"][number], string>
>;

/** Where the parts of a process count what they do. Never throws. */
export interface Metrics {
  /** Adds to a counter, 1 when left out. */
  count<Name extends MetricOf<"counter">>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /** Adds an observation. Seconds. */
  observe<Name extends MetricOf<"histogram">>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /** Has `read` asked at every look. What it throws leaves the value out. */
  gauge<Name extends MetricOf<"gauge">>(name: Name, labels: LabelsOf<Name>, read: () => number): void;
}
