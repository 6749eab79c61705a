import { diffLines } from '../../../core/project/textDiff';
import { t } from '../../../core/base/localize';
import { connectionLabel } from '../../ui/connections/connection';
import type { QueryTarget } from './queryTarget';
import { currentText } from './storedQuery';
import type { EditableRecord, StoredQuery } from './storedQuery';
import { kindOf } from './textKinds';

/** The unchanged lines that are shown before and after a change. */
const context = 2;

/** What publishing a draft would change on its platform, in the notation of a patch. */
export function draftDiff(
  { name, connection, address }: QueryTarget,
  record: EditableRecord | undefined,
  draft: StoredQuery,
): string {
  const kind = kindOf(address);
  const lines =
    record === undefined
      ? diffLines('', currentText(draft))
      : diffLines(
          kind.properties(record) + record.query,
          kind.properties(record, draft) + (draft.draft ?? record.query),
        );
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((line) => !line.startsWith(' ')),
  );
  const shown = lines.flatMap((line, index) => {
    if (isShown[index] === true) return [line];
    return isShown[index - 1] === true ? ['@@ … @@'] : [];
  });
  return [`--- ${name}: ${connectionLabel(connection)}`, `+++ ${name}: ${t('Your draft')}`, ...shown].join(
    '\n',
  );
}
