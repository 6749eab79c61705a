import * as z from 'zod/mini';
import { columnWidths } from '../../../core/pages/common';
import type { QueryResultsView } from '../../../core/pages/queryResults';
import type { Memory } from '../../ui/memory';
import { firstView } from '../../../core/notebook/cellOutput';
import type { ShownQuery } from './resultsState';
import { endsInTimechart } from '../../../core/results/rowShape';

const memoryKey = 'resultsViews';
const maxDocuments = 100;
const stored = z.catch(
  z.object({
    histogramOpen: z.boolean(),
    columns: z.record(z.string(), z.object({ widths: columnWidths, pinned: z.array(z.string()) })),
  }),
  { histogramOpen: false, columns: {} },
);

/** What new results panels inherit from earlier ones: whether the histogram is expanded, and the columns of a document. */
export class RememberedViews {
  constructor(private readonly memory: Memory) {}

  first(document: string | null, text: string): QueryResultsView {
    const { histogramOpen, columns } = this.#all();
    const remembered = document === null ? undefined : columns[document];
    return { ...firstView, ...remembered, histogramOpen, chartOpen: endsInTimechart(text) };
  }

  keep({ document, view }: Pick<ShownQuery, 'document' | 'view'>): void {
    const { widths, pinned, histogramOpen } = view;
    const all = this.#all();
    const isPlain = Object.keys(widths).length + pinned.length === 0;
    const { [document ?? '']: before, ...others } = all.columns;
    const own = document === null || isPlain ? [] : [[document, { widths, pinned }] as const];
    // The last one that was changed comes last.
    const columns = Object.fromEntries([...Object.entries(others), ...own].slice(-maxDocuments));
    const isChanged =
      histogramOpen !== all.histogramOpen || JSON.stringify(before) !== JSON.stringify(own[0]?.[1]);
    if (isChanged) void this.memory.update(memoryKey, { histogramOpen, columns });
  }

  #all(): z.infer<typeof stored> {
    return stored.parse(this.memory.get(memoryKey));
  }
}
