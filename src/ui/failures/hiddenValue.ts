import { t } from '../../shared/localize';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import { holdsMask } from '../../shared/privacy/masker';
import { ExplainedError } from './failureText';

/** Throws if a query with this text would show a value that is hidden now. */
export function rejectHiddenValue(text: string): void {
  if (hidingMasker() === undefined || !holdsMask(text)) return;
  throw new ExplainedError(
    t('The query would show a hidden value. Show sensitive values first, then try again.'),
  );
}
