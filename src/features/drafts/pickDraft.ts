import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { formatAge } from '../../ui/format/format';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { targetTitle } from '../../ui/resolveTarget';
import { addressOf } from '../../shared/queryAddress';
import type { StoredDraft } from './draftStore';
import type { WorkingCopies } from './workingCopies';

type Copies = Pick<WorkingCopies, 'drafts' | 'addressesOf' | 'isReached'>;

type FindConnection = (name: string) => Connection | undefined;

type DraftCommand = 'open' | 'publish' | 'move' | 'discard';

/** Asks which of all drafts is meant, those that no connection leads to included. */
export async function askDraft(
  prompts: Prompts,
  copies: Copies,
  find: FindConnection,
): Promise<ShownQuery | undefined> {
  const drafts = [...(await copies.drafts())].sort(
    (one, other) => other.query.changedAt - one.query.changedAt,
  );
  if (drafts.length > 0) {
    return prompts.pick({
      title: t('Drafts'),
      placeholder: t('Select a draft'),
      choices: drafts.map((draft) => choiceOf(draft, copies, find)),
    });
  }
  void prompts.notify({ message: t('There are no drafts.') });
  return undefined;
}

/** Actions that require the platform are offered only if it has a connection. */
export async function askDraftCommand(
  prompts: Prompts,
  { name, address }: ShownQuery,
  connection: Connection | undefined,
): Promise<DraftCommand> {
  const reached: readonly Choice<DraftCommand>[] = [
    { label: t('Publish to Platform'), icon: 'cloud-upload', value: 'publish' },
    ...(address.rule === undefined
      ? [{ label: t('Move into Project'), icon: 'repo', value: 'move' as const }]
      : []),
  ];
  return prompts.pick<DraftCommand>({
    title: connection === undefined ? name : targetTitle(name, connection),
    placeholder: t('Select what to do with the draft'),
    choices: [
      { label: t('Open'), icon: 'go-to-file', value: 'open' },
      ...(connection === undefined ? [] : reached),
      { label: t('Discard Draft'), icon: 'discard', value: 'discard' },
    ],
  });
}

function choiceOf({ id, query }: StoredDraft, copies: Copies, find: FindConnection): Choice<ShownQuery> {
  const { base, service, changedAt, schedule } = query;
  const addresses = copies.addressesOf(id, query);
  // Of several connections to its platform, the one with which it was written.
  const [first = addressOf(query.connection, id)] = addresses;
  const address = addresses.find(({ connection }) => connection === query.connection) ?? first;
  const connection = copies.isReached(query) ? find(address.connection) : undefined;
  return {
    label: base.name,
    description:
      connection === undefined ? t('its connection no longer exists') : connectionLabel(connection),
    detail: [
      ...(schedule === undefined
        ? []
        : [t('schedule {0} instead of {1}', schedule, base.cronSchedule ?? '')]),
      `${service.address} (${service.product})`,
      formatAge(new Date(changedAt)),
    ].join(' · '),
    value: { address, name: base.name },
  };
}
