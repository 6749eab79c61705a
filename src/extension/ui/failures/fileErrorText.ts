import { errorCode } from '../../../core/interface/errorCode';
import { t } from '../../../core/base/localize';

/** What happened to a file and what to do; undefined for other errors. */
export function fileErrorText(error: unknown): string | undefined {
  const { path, dest = path } = Object(error) as Partial<Record<'path' | 'dest', unknown>>;
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return t('There is no space left on the disk. Free some space, then try again.');
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      // Without a path, it is not about a file: a port can be forbidden too.
      return typeof dest === 'string'
        ? t(
            'There is no access to {0}. Check its permissions and those of its folder, and close other programs that use it.',
            dest,
          )
        : undefined;
    default:
      return undefined;
  }
}
