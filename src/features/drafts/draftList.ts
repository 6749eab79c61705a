import { t } from '../../shared/localize';
import { formatBriefly } from '../../ui/format';
import type { Choice, Prompts } from '../../ui/prompts';
import type { KeptDraft } from './draftStore';
import type { ShownQuery } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

export type DraftAct = 'open' | 'discard';

/** Asks which of all drafts is meant, those that no connection leads to included. */
export async function askDraft(prompts: Prompts, copies: WorkingCopies): Promise<ShownQuery | undefined> {
  const drafts = [...(await copies.drafts())].sort(
    (one, other) => other.query.changedAt - one.query.changedAt,
  );
  if (drafts.length > 0) {
    return prompts.pick({
      title: t('Drafts'),
      placeholder: t('Which draft?'),
      choices: drafts.map((draft) => choiceOf(draft, copies)),
    });
  }
  void prompts.notify({ severity: 'information', message: t('There are no drafts.') });
  return undefined;
}

export async function askAct(prompts: Prompts, { name }: ShownQuery): Promise<DraftAct> {
  return prompts.pick<DraftAct>({
    title: name,
    choices: [
      { label: t('Open'), icon: 'go-to-file', value: 'open' },
      { label: t('Discard Draft'), icon: 'discard', value: 'discard' },
    ],
  });
}

function choiceOf({ guid, query }: KeptDraft, copies: WorkingCopies): Choice<ShownQuery> {
  const { base, service, changedAt, schedule } = query;
  const [address = { connection: query.connection, guid }] = copies.addressesOf(guid, query);
  const isReached = copies.isAtHome(address, query);
  return {
    label: base.name,
    description: isReached ? address.connection : t('no connection leads there any more'),
    detail: [
      ...(schedule === undefined
        ? []
        : [t('schedule {0} instead of {1}', schedule, base.cronSchedule ?? '')]),
      `${service.address} (${service.product})`,
      formatBriefly(new Date(changedAt)),
    ].join(' · '),
    value: { address, name: base.name },
  };
}
