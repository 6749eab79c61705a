import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import { shownUser } from '../../../core/privacy/hiddenValues';
import type { Role } from '../../../core/interface/roles';
import type { UsedKey } from './apiKeys';

/** Whose key it is, as far as the platform tells. */
export interface Access {
  readonly account: string | undefined;
  readonly role: Role | undefined;
}

export async function readAccess(client: PlatformClient, signal?: AbortSignal): Promise<Access> {
  const { readAccount, readRole } = await import('../../../core/api/readAccount');
  const [account, role] = await Promise.all([
    readAccount(client, signal),
    readRole(client, signal).catch(() => undefined),
  ]);
  signal?.throwIfAborted();
  return { account, role };
}

export function accountText({ account, role }: Access): string | undefined {
  if (account === undefined) return role && t('Role: {0}.', role);
  const name = shownUser(account);
  return role === undefined ? t('Account: {0}.', name) : t('Account: {0}, role {1}.', name, role);
}

/** Which key is used, if there are several places. */
export function keyText(from: UsedKey['from'] | undefined, variable: string | undefined): string | undefined {
  switch (from) {
    case 'stored':
      return variable === undefined
        ? t('The stored API key is used.')
        : t('The stored API key is used, not the one in {0}.', variable);
    case 'environment':
      return t('The API key in {0} is used.', variable ?? '');
    case 'announced':
      return t('The API key of the running platform is used.');
    case undefined:
      return undefined;
  }
}
