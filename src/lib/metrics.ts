// Counters, gauges and histograms of this process, and their text for Prometheus (exposition format 0.0.4). Names end in
// their unit; counters end in _total.

export type Labels = Record<string, string>;

/** A metric; `lines` leaves out HELP and TYPE. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  lines(): string[];
  points(): MetricPoint[];
}

/** A value under its labels; of a histogram all of it. */
export interface MetricPoint {
  labels: Labels;
  value: number | HistogramPoint;
}

export interface HistogramPoint {
  bounds: readonly number[];
  /** One more than bounds. */
  counts: readonly number[];
  sum: number;
  count: number;
}

export class Counter implements Metric {
  readonly type = "counter";
  readonly #values = new Map<string, number>();
  /** The count of a counter without labels. */
  #count = 0;

  constructor(
    readonly name: string,
    readonly help: string,
    private readonly labelNames: readonly string[] = [],
  ) {}

  /** Counts run for every command and mail, so they build no label text. @param values of the labels, in their order; each from a small set */
  add(values: readonly string[] = [], count = 1): void {
    if (this.labelNames.length === 0) {
      this.#count += count;
      return;
    }
    const key = keyOf(values);
    this.#values.set(key, (this.#values.get(key) ?? 0) + count);
  }

  /** The count under these labels; 0 for what was never counted. A counter without labels is 0 from the start. */
  value(values: readonly string[] = []): number {
    return this.labelNames.length === 0 ? this.#count : (this.#values.get(keyOf(values)) ?? 0);
  }

  lines(): string[] {
    if (this.labelNames.length === 0) return [`${this.name} ${this.#count}`];
    return [...this.#values].map(
      ([key, value]) => `${this.name}${labelText(this.labelNames, valuesOf(key))} ${value}`,
    );
  }

  points(): MetricPoint[] {
    if (this.labelNames.length === 0) return [{ labels: {}, value: this.#count }];
    return [...this.#values].map(([key, value]) => ({ labels: labelled(this.labelNames, key), value }));
  }
}

const separator = "\0";

function keyOf(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : values.join(separator);
}

function valuesOf(key: string): string[] {
  return key.split(separator);
}

function labelled(names: readonly string[], key: string): Labels {
  const values = valuesOf(key);
  return Object.fromEntries(names.map((name, n) => [name, values[n] ?? ""]));
}

interface HistogramSeries {
  counts: number[];
  sum: number;
  count: number;
}

export class Histogram implements Metric {
  readonly type = "histogram";
  readonly #series = new Map<string, HistogramSeries>();

  /** @param bounds upper bounds of the buckets, rising; +Inf is added */
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly options: { bounds: readonly number[]; labelNames?: readonly string[] },
  ) {
    if (!options.labelNames) this.#seriesOf("");
  }

  observe(value: number, values: readonly string[] = []): void {
    const { bounds, labelNames = [] } = this.options;
    const series = this.#seriesOf(labelNames.length === 0 ? "" : keyOf(values));
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at++;
    series.counts[at]!++;
    series.sum += value;
    series.count++;
  }

  #seriesOf(key: string): HistogramSeries {
    let series = this.#series.get(key);
    if (!series) {
      series = { counts: new Array(this.options.bounds.length + 1).fill(0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  lines(): string[] {
    const { bounds, labelNames = [] } = this.options;
    return [...this.#series].flatMap(([key, { counts, sum, count }]) => {
      const labels = labelText(labelNames, valuesOf(key));
      const inner = labels === "" ? "" : `${labels.slice(1, -1)},`;
      let below = 0;
      const buckets = [...bounds, "+Inf"].map((bound, n) => {
        below += counts[n]!;
        return `${this.name}_bucket{${inner}le="${bound}"} ${below}`;
      });
      return [...buckets, `${this.name}_sum${labels} ${sum}`, `${this.name}_count${labels} ${count}`];
    });
  }

  points(): MetricPoint[] {
    const { bounds, labelNames = [] } = this.options;
    return [...this.#series].map(([key, { counts, sum, count }]) => ({
      labels: labelled(labelNames, key),
      value: { bounds, counts: [...counts], sum, count },
    }));
  }
}

/** A value that is read for each page. */
export class Gauge implements Metric {
  /** @param read one value, or one for each set of labels */
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly read: () => number | readonly { labels: Labels; value: number }[],
    readonly type: "gauge" | "counter" = "gauge",
  ) {}

  lines(): string[] {
    const found = this.read();
    if (typeof found === "number") return [`${this.name} ${found}`];
    return found.map(
      ({ labels, value }) => `${this.name}${labelText(Object.keys(labels), Object.values(labels))} ${value}`,
    );
  }

  points(): MetricPoint[] {
    const found = this.read();
    return typeof found === "number" ? [{ labels: {}, value: found }] : [...found];
  }
}

/** The page that Prometheus reads. */
export function metricsText(metrics: readonly Metric[]): string {
  const blocks = metrics.flatMap((metric) => [
    `# HELP ${metric.name} ${metric.help}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...metric.lines(),
  ]);
  return `${blocks.join("\n")}\n`;
}

function labelText(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return "";
  const escaped = (value: string) =>
    value.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`));
  return `{${names.map((name, n) => `${name}="${escaped(values[n] ?? "")}"`).join(",")}}`;
}
