import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { Sample, WatchedStatus } from '../../src/shared/protocol/queryStatus';
import { formatCount, formatRate } from '../app/format';
import type { Plotted } from '../chart/chartModel';
import '../elements/chart';

/** Rows and rows per second over time. A finished query has only an average rate. */
export function throughputTemplate(
  samples: readonly Sample[],
  ended: WatchedStatus | undefined,
  offset: number,
): TemplateResult | typeof nothing {
  // With a single response there is nothing to draw.
  if (ended && samples.length < 2) return nothing;
  const rates = rowRates(samples);
  const rows = samples.map((sample) => sample.rows);
  const rate = ended ? meanRate(ended) : formatRate(rates.at(-1) ?? 0);
  return html`<section class="throughput" aria-label=${t('Rows and throughput over time')}>
    ${chart(t('Rows'), formatCount(rows.at(-1) ?? 0), samples, rows, offset)}
    ${chart(t('Rows per second'), rate, samples, rates, offset)}
  </section>`;
}

function rowRates(samples: readonly Sample[]): readonly number[] {
  return samples.map((sample, index) => {
    const before = samples[index - 1];
    if (!before || sample.at <= before.at) return 0;
    return (Math.max(0, sample.rows - before.rows) * 1000) / (sample.at - before.at);
  });
}

function meanRate({ rows, elapsed }: WatchedStatus): string {
  return t('{0} on average', formatRate((rows * 1000) / Math.max(1, elapsed)));
}

function chart(
  title: string,
  figure: string,
  samples: readonly Sample[],
  values: readonly number[],
  offset: number,
): TemplateResult {
  const plotted = {
    shape: 'area',
    times: samples.map((sample) => sample.at),
    step: 0,
    labels: samples.map(() => ''),
    series: [{ name: title, values, exact: values }],
    offsetAt: () => offset,
  } satisfies Plotted;
  // With fewer than two responses there is no time span.
  return html`<figure class="small-chart">
    <figcaption><span>${title}</span><strong>${figure}</strong></figcaption>
    <logbench-chart
      .plotted=${samples.length > 1 ? plotted : undefined}
      .height=${96}
      .label=${t('{0} over time: {1}', title, figure)}
    ></logbench-chart>
  </figure>`;
}
