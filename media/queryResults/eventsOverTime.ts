import { nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { sentence } from '../app/header';
import { histogramSection } from '../elements/histogramSection';

/** The events of a result over time, above its rows. They are counted when this is expanded. */
export function eventsOverTime(
  { overTime, view, connection }: QueryResultsState,
  actions: Parameters<typeof histogramSection>[1],
): TemplateResult | typeof nothing {
  if (overTime === null) return nothing;
  const { histogram, failure } = overTime;
  const problem =
    failure === null
      ? undefined
      : sentence('histogram-problem', 'warning', t('The events could not be counted. {0}', failure), 'alert');
  return histogramSection(
    {
      title: t('Events over time'),
      open: view.histogramOpen,
      counting: view.histogramOpen && histogram === null && failure === null,
      histogram,
      zone: view.zone,
      connection,
      label: t(
        'Events over time. Use the arrow keys to select an interval, Shift to extend the selection, and Enter to run the query for that time.',
      ),
      instead: problem,
    },
    actions,
  );
}
