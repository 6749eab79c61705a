import { errorCode } from '../core/interface/errorCode';
import { t } from '../core/base/localize';

/** Why the platform cannot listen, and what to do. */
export function listenFailure(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const sentence = listenSentences[String(errorCode(error))]?.(host, port);
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

const listenSentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    t('Port {0} is used by another program. Close the program, or set another port with --port.', port),
  EACCES: (_host, port) =>
    t('You do not have permission to use port {0}. Set a port above 1023 with --port.', port),
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
};

function unknownHost(host: string): string {
  return t('{0} is not an address of this machine. Set another one with --host.', host);
}

/** Why the data folder cannot be created, and what to do. */
export function folderFailure(error: unknown, folder: string): Error {
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(String(errorCode(error)));
  return new Error(
    isForbidden
      ? t(
          'You do not have permission to write to the folder {0}. Change its permissions, or set another folder with --data.',
          folder,
        )
      : t('The data folder {0} cannot be created: {1}', folder, String(error)),
    { cause: error },
  );
}
