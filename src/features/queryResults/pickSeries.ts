import { t } from '../../shared/localize';
import type { FromQueryResultsPage } from '../../shared/protocol/queryResults';
import type { Prompts } from '../../ui/prompts/prompts';

export type PickSeriesMessage = Extract<FromQueryResultsPage, { kind: 'pickSeries' }>;

/** Asks which series of a chart to draw; null for the largest. */
export async function pickSeries(
  prompts: Pick<Prompts, 'pickMany'>,
  { series, max }: PickSeriesMessage,
): Promise<string[] | null> {
  const picked = await prompts.pickMany({
    title: t('Select Series'),
    placeholder: t('Select up to {0} series to draw, or none to draw the largest', max),
    choices: series.map(({ name, size, drawn }) => ({
      label: name,
      description: size,
      picked: drawn,
      value: name,
    })),
    allowNone: true,
  });
  return picked.length === 0 ? null : [...picked];
}
