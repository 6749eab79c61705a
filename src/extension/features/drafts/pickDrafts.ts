import { t } from '../../../core/base/localize';
import { addressOf } from '../../ui/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { formatAge } from '../../ui/format/formatTimestamp';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { targetTitle } from '../../ui/resolveTarget';
import type { StoredDraft } from './draftStore';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

type Copies = Pick<WorkingCopies, 'drafts' | 'addressesOf' | 'isReached'>;

type FindConnection = (name: string) => Connection | undefined;

type DraftCommand = 'open' | 'publish' | 'move' | 'discard';

/**
 * Asks which of all drafts are meant, those that no connection leads to included.
 *
 * @param proposed the drafts that are selected when the question is opened, to select several
 */
export async function pickDrafts(
  prompts: Prompts,
  copies: Copies,
  find: FindConnection,
  proposed: readonly ShownQuery[] = [],
): Promise<readonly ShownQuery[]> {
  const drafts = [...(await copies.drafts())].sort(
    (one, other) => other.query.changedAt - one.query.changedAt,
  );
  const choices = drafts.map((draft) => choiceOf(draft, copies, find));
  if (choices.length === 0) {
    void prompts.notify({ message: t('There are no drafts.') });
    return [];
  }
  const title = t('Drafts');
  const several = { label: t('Select Several…'), icon: 'checklist', value: undefined };
  const selected =
    proposed.length > 0
      ? undefined
      : await prompts.pick<ShownQuery | undefined>({
          title,
          placeholder: t('Select a draft'),
          choices: choices.length > 1 ? [several, ...choices] : choices,
        });
  if (selected !== undefined) return [selected];
  const guids = new Set(proposed.map(({ address }) => address.guid));
  return prompts.pickMany({
    title,
    placeholder: t('Select the drafts to publish or discard'),
    choices: choices.map((choice) => ({
      ...choice,
      picked: guids.size === 0 || guids.has(choice.value.address.guid),
    })),
  });
}

export type ManyCommand = 'compare' | 'publish' | 'discard';

/** What to do with several drafts; `reached` is the number of those whose platform has a connection. */
export async function askManyCommand(prompts: Prompts, count: number, reached: number): Promise<ManyCommand> {
  const description =
    reached === count ? undefined : t('{0} of {1}: the others have no connection', reached, count);
  const ofPlatform: readonly Choice<ManyCommand>[] = [
    { label: t('Compare with Platform'), icon: 'diff-multiple', description, value: 'compare' },
    { label: t('Publish to Platform'), icon: 'cloud-upload', description, value: 'publish' },
  ];
  return prompts.pick<ManyCommand>({
    title: t('{0} drafts', count),
    placeholder: t('Select what to do with the drafts'),
    choices: [
      ...(reached === 0 ? [] : ofPlatform),
      { label: t('Discard Drafts'), icon: 'discard', value: 'discard' },
    ],
  });
}

/** Actions that require the platform are offered only if it has a connection. */
export async function askDraftCommand(
  prompts: Prompts,
  { name, address }: ShownQuery,
  connection: Connection | undefined,
): Promise<DraftCommand> {
  const reached: readonly Choice<DraftCommand>[] = [
    { label: t('Publish to Platform'), icon: 'cloud-upload', value: 'publish' },
    ...(kindOf(address).canMoveIntoProject
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
