/**
 * Reads the text format of Prometheus, version 0.0.4, as strictly as its description is written: what a
 * scraper might forgive is an error here.
 */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const SUFFIXES = /_(?:bucket|sum|count)$/;

/** Every sample in order; throws for the first thing that is not as it must be. */
export function readPrometheusText(text: string): readonly Sample[] {
  if (text !== "" && !text.endsWith("\n")) throw new SyntaxError("the last line has no end");
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const seen = new Set<string>();
  const closed = new Set<string>();
  let open = "";

  for (const line of text.split("\n").slice(0, -1)) {
    const fail = (why: string): never => {
      throw new SyntaxError(`${why}: ${line}`);
    };
    const [, kind, family = "", rest = ""] =
      new RegExp(`^# (HELP|TYPE) (${NAME.source}) (.+)$`, "s").exec(line) ??
        [];
    if (family !== "" && family !== open) {
      if (closed.has(family)) fail("a family is in two places");
      closed.add(open);
      open = family;
    }
    if (kind === "HELP") {
      if (helped.has(family)) fail("a second HELP");
      if (/\\(?![\\n])/.test(rest)) fail("a help that is not escaped");
      helped.add(family);
      continue;
    }
    if (kind === "TYPE") {
      if (types.has(family)) fail("a second TYPE");
      if (!["counter", "gauge", "histogram"].includes(rest)) fail("no such type");
      if (rest === "counter" && !family.endsWith("_total")) fail("a counter without _total");
      types.set(family, rest);
      continue;
    }
    const [, name = "", inside, number = ""] =
      new RegExp(`^(${NAME.source})(?:\\{(.*)\\})? (-?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)$`, "s")
        .exec(
          line,
        ) ??
        fail("no sample");
    const type = types.get(open);
    if (type === undefined) fail("a sample before its TYPE");
    if ((type === "histogram" ? name.replace(SUFFIXES, "") : name) !== open) {
      fail("a sample of another family");
    }
    const labels: Record<string, string> = {};
    LABEL.lastIndex = 0;
    while (inside !== undefined && LABEL.lastIndex < inside.length) {
      const [, label = "", value = ""] = LABEL.exec(inside) ?? fail("a broken label");
      if (label in labels || label.startsWith("__")) fail("a label that may not be");
      labels[label] = value.replace(/\\(.)/gs, (_, escape: string) => escape === "n" ? "\n" : escape);
    }
    const series = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
    if (seen.has(series)) fail("a series twice");
    seen.add(series);
    samples.push({ name, labels, value: Number(number) });
  }
  for (const [family, type] of types) {
    if (!helped.has(family)) throw new SyntaxError(`${family} has no HELP`);
    if (type === "histogram") checkHistogram(family, samples);
  }
  return samples;
}

/** Buckets count up to the one without a bound, which is the count of all. */
function checkHistogram(family: string, samples: readonly Sample[]): void {
  const counts = samples.filter(({ name }) => name === `${family}_count`);
  if (counts.length === 0) throw new SyntaxError(`${family} has no count`);
  for (const { labels, value } of counts) {
    const same = (sample: Sample) =>
      Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
    const buckets = samples.filter((sample) => sample.name === `${family}_bucket` && same(sample));
    const bounds = buckets.map((bucket) => Number(bucket.labels.le?.replace("+Inf", "Infinity")));
    const isRising = (numbers: readonly number[]) =>
      numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? NaN));
    const total = buckets.at(-1);
    const isWhole = bounds.at(-1) === Infinity && total?.value === value && isRising(bounds) &&
      isRising(buckets.map((bucket) => bucket.value)) &&
      samples.filter((sample) => sample.name === `${family}_sum` && same(sample)).length === 1;
    if (!isWhole) throw new SyntaxError(`${family} is no histogram`);
  }
}
