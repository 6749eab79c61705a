import { errorCode } from '../../shared/errorCode';
import { t } from '../../shared/localize';

/** What happened to a file and what to do; undefined for other errors. */
export function fileErrorText(error: unknown): string | undefined {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return t('There is no space left on the disk. Free some space, then try again.');
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return t(
        'The file cannot be read or written. Check the permissions of its folder, or select another folder.',
      );
    default:
      return undefined;
  }
}
