import { html, type TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { Sample } from '../../src/shared/protocol/queryStatus';
import { formatCount, formatRate } from '../app/format';
import '../elements/chart';

/** Rows so far, and rows per second, side by side over the same time. */
export function throughputTemplate(samples: readonly Sample[], offset: number): TemplateResult {
  const rates = rowRates(samples);
  const rows = samples.map((sample) => sample.rows);
  return html`<section class="throughput" aria-label=${t('Rows and throughput over time')}>
    ${chart(t('Rows'), formatCount(rows.at(-1) ?? 0), samples, rows, offset)}
    ${chart(t('Rows per second'), formatRate(rates.at(-1) ?? 0), samples, rates, offset)}
  </section>`;
}

export function rowRates(samples: readonly Sample[]): readonly number[] {
  return samples.map((sample, index) => {
    const before = samples[index - 1];
    if (!before || sample.at <= before.at) return 0;
    return (Math.max(0, sample.rows - before.rows) * 1000) / (sample.at - before.at);
  });
}

function chart(
  title: string,
  now: string,
  samples: readonly Sample[],
  values: readonly number[],
  offset: number,
): TemplateResult {
  const spec = {
    shape: 'area' as const,
    x: samples.map((sample) => sample.at),
    series: [{ label: title, values }],
    offset,
    // With less than two answers there is no time to lay out.
    axes: samples.length > 1,
    brush: false,
  };
  return html`<figure class="small-chart">
    <figcaption><span>${title}</span><strong>${now}</strong></figcaption>
    <logbench-chart
      .spec=${spec}
      .height=${96}
      .label=${t('{0} over time, now {1}', title, now)}
    ></logbench-chart>
  </figure>`;
}
