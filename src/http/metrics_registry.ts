import { type LabelsOf, type MetricName, METRICS, type Metrics } from "../../contracts/metrics.ts";

/**
 * The metrics of one process, in memory. Clients of Prometheus keep one registry for all of a process and
 * watch it by themselves; here each server of a test has its own, and names and labels are checked as types.
 */
export interface MetricsRegistry extends Metrics {
  /** Everything counted so far, in the text format of Prometheus, version 0.0.4. */
  text(): string;
}

/** Upper bounds of the buckets of every histogram. Seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

interface Histogram {
  /** Of each bucket alone; the last one has no bound. */
  readonly counts: number[];
  sum: number;
}

/** What was counted of one metric, by the text of its labels. */
interface Family {
  readonly values: Map<string, number>;
  readonly histograms: Map<string, Histogram>;
  readonly gauges: Map<string, () => number>;
}

/** Where labels lead, value by value, and their text, made when they are met first. */
interface LabelNode {
  text: string | null;
  readonly next: Map<string, LabelNode>;
}

export function createMetrics(): MetricsRegistry {
  const families = new Map<string, Family>();
  const labelTexts = new Map<string, LabelNode>();

  /** Asked several times a request: a text that is made anew each time costs more than all that is counted. */
  function labelText<Name extends MetricName>(name: Name, labels: LabelsOf<Name>): string {
    const names: readonly (keyof LabelsOf<Name>)[] = METRICS[name].labels;
    let node = nodeAt(labelTexts, name);
    for (const label of names) node = nodeAt(node.next, labels[label]);
    return node.text ??= names.map((label) => `${String(label)}="${escaped(labels[label])}"`).join(",");
  }

  function family(name: MetricName): Family {
    const known = families.get(name);
    if (known !== undefined) return known;
    const made: Family = { values: new Map(), histograms: new Map(), gauges: new Map() };
    families.set(name, made);
    return made;
  }

  return {
    count(name, labels, by = 1) {
      const { values } = family(name);
      const series = labelText(name, labels);
      values.set(series, (values.get(series) ?? 0) + by);
    },

    observe(name, labels, seconds) {
      const { histograms } = family(name);
      const series = labelText(name, labels);
      let histogram = histograms.get(series);
      if (histogram === undefined) {
        histogram = { counts: Array(BOUNDS.length + 1).fill(0), sum: 0 };
        histograms.set(series, histogram);
      }
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      const at = bucket === -1 ? BOUNDS.length : bucket;
      histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
      histogram.sum += seconds;
    },

    gauge(name, labels, read) {
      family(name).gauges.set(labelText(name, labels), read);
    },

    text() {
      const lines: string[] = [];
      for (const [name, { type, help }] of Object.entries(METRICS)) {
        const samples = samplesOf(name, families.get(name));
        if (samples.length > 0) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples);
      }
      return lines.map((line) => `${line}\n`).join("");
    },
  };
}

function samplesOf(name: string, family: Family | undefined): string[] {
  if (family === undefined) return [];
  return [
    ...Array.from(family.values, ([series, value]) => sample(name, [series], value)),
    ...Array.from(family.gauges).flatMap(([series, read]) => {
      const value = readGauge(read);
      return value === null ? [] : sample(name, [series], value);
    }),
    ...Array.from(family.histograms).flatMap(([series, histogram]) =>
      histogramSamples(name, series, histogram)
    ),
  ];
}

function histogramSamples(name: string, series: string, { counts, sum }: Histogram): string[] {
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    return sample(`${name}_bucket`, [series, `le="${BOUNDS[at] ?? "+Inf"}"`], total);
  });
  return [...buckets, sample(`${name}_sum`, [series], sum), sample(`${name}_count`, [series], total)];
}

function sample(name: string, labels: readonly string[], value: number): string {
  const given = labels.filter((label) => label !== "").join(",");
  return `${name}${given === "" ? "" : `{${given}}`} ${value}`;
}

/** A value that cannot be had is left out, and so is one that is no number. */
function readGauge(read: () => number): number | null {
  try {
    const value = read();
    return Number.isFinite(value) ? value : null;
  } catch {
    return null;
  }
}

function nodeAt(nodes: Map<string, LabelNode>, value: string): LabelNode {
  const known = nodes.get(value);
  if (known !== undefined) return known;
  const made: LabelNode = { text: null, next: new Map() };
  nodes.set(value, made);
  return made;
}

function escaped(value: string): string {
  return /["\\\n]/.test(value)
    ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : value;
}
