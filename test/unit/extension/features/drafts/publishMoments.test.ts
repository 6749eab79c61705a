import assert from 'node:assert/strict';
import { WritesLockedError } from '../../../../../src/core/api/errors';
import type { QueryTarget } from '../../../../../src/extension/features/drafts/queryTarget';
import type { QueryAddress } from '../../../../../src/extension/ui/queryAddress';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { DraftsFixture } from '../../../../support/draftsFixture';
import { suiteApp } from '../../../../support/startApp';

type Subject = 'scheduled query' | 'batch rule' | 'stream rule';
type Question = 'before a draft is published' | 'about a conflict';

/** What the platform and the draft store are to have after an answer to a question. */
interface Expected {
  /** An outcome, or the name of an error; `CanceledError` if another question was asked. */
  readonly result: string;
  /** Whose text the platform has. */
  readonly text: 'mine' | 'before' | 'theirs' | 'none';
  /** The marks in the text of the draft; undefined if there is none. */
  readonly draft: 'mine' | 'newer' | undefined;
}

const kept = { text: 'before', draft: 'mine' } as const;
const askedAgain = { result: 'CanceledError', text: 'theirs', draft: 'mine' } as const;

/** What happens while a question is open, and what the answer to publish has to do then. */
const moments: Readonly<
  Record<string, { readonly happen: (draft: Tested) => Promise<void> | void } & Expected>
> = {
  'nothing happens': { happen: () => undefined, result: 'done, show', text: 'mine', draft: undefined },
  'writes are locked': { happen: (draft) => draft.lock(), ...kept, result: 'WritesLockedError' },
  'the key is rejected': {
    happen: (draft) => draft.useKey('unknown'),
    ...{ ...kept, result: 'KeyRejectedError' },
  },
  'the account loses its role': {
    happen: (draft) => draft.useKey('key-of-member'),
    ...{ ...kept, result: 'PermissionError' },
  },
  'another user changes the text': { happen: async (draft) => draft.changeTo('theirs'), ...askedAgain },
  'another user changes it and back': {
    happen: async (draft) => {
      const before = await draft.platformText();
      await draft.changeTo('theirs');
      await draft.restore(before);
    },
    ...{ ...kept, result: 'CanceledError' },
  },
  'another user writes the same text': {
    happen: async (draft) => draft.changeTo('mine'),
    ...{ result: 'unchanged, show', text: 'mine', draft: undefined },
  },
  'another user deletes it': {
    happen: async (draft) => draft.remove(),
    ...{ result: 'CanceledError', text: 'none', draft: 'mine' },
  },
  'another window discards the draft': {
    happen: async (draft) => draft.discard(),
    ...{ result: 'unchanged, none', text: 'before', draft: undefined },
  },
  'another window saves a newer draft': {
    happen: async (draft) => draft.save('newer'),
    ...{ result: 'done, show', text: 'mine', draft: 'newer' },
  },
};

describe('While the question is open', () => {
  const app = suiteApp();
  let fixture: DraftsFixture;

  beforeEach(async () => {
    fixture = await DraftsFixture.start(app);
  });

  afterEach(() => fixture[Symbol.asyncDispose]());

  for (const question of ['before a draft is published', 'about a conflict'] as const)
    for (const [moment, { happen, ...expected }] of Object.entries(moments))
      for (const subject of ['scheduled query', 'batch rule', 'stream rule'] as const) {
        // Only versions tell, which scheduled queries do not have. Rules cannot be deleted.
        if (moment.endsWith('and back') && subject === 'scheduled query') continue;
        if (moment.endsWith('deletes it') && subject !== 'scheduled query') continue;
        it(`${question} of a ${subject}, ${moment}: ${expected.result}`, async () => {
          const draft = await Tested.create(fixture, subject);
          if (question === 'about a conflict') await draft.changeTo('earlier');

          const result = await answer(draft, question, async () => happen(draft));

          assert.equal(result, expected.result);
          fixture.key = app.keys.master;
          const text =
            expected.text === 'before' && question === 'about a conflict' ? 'earlier' : expected.text;
          assert.equal(await draft.mark(), text);
          assert.equal(await draft.draftMark(), expected.draft);
        });
      }

  it('to merge, another user changes it again: the merged draft is a conflict', async () => {
    for (const subject of ['scheduled query', 'batch rule'] as const) {
      const draft = await Tested.create(fixture, subject);
      await draft.restore((await draft.platformText()).replace('json', '# others\njson'));
      const merging = fixture.publisher([
        { meanwhile: () => draft.changeTo('theirs') },
        { confirm: 'Merge' },
      ]);
      assert.equal(await merging.publish(draft.target), 'merged');
      const again = fixture.publisher([{ confirm: 'Keep Draft' }]);
      await assert.rejects(again.publish(draft.target), { name: 'CanceledError' });
      assert.equal(await draft.mark(), 'theirs');
    }
  });

  /** Answers to publish, and no question that is asked afterwards. */
  async function answer(draft: Tested, question: Question, happen: () => Promise<void>): Promise<string> {
    const conflict = [{ meanwhile: happen }, { confirm: 'Overwrite' }, 'cancel'] as const;
    let asked = 0;
    const answer = async (): Promise<'publish'> => {
      if (asked++ > 0) throw new CanceledError();
      await happen();
      return 'publish';
    };
    const publishing =
      question === 'about a conflict'
        ? fixture.publisher(conflict)
        : fixture.publisher(['cancel'], { answer });
    return publishing.publish(draft.target).catch((error: unknown) => (error as Error).name);
  }
});

/** A query or rule with a draft. Its text contains a mark that tells whose it is. */
class Tested {
  static async create(fixture: DraftsFixture, subject: Subject): Promise<Tested> {
    const rule = subject === 'batch rule' ? 'batch' : subject === 'stream rule' ? 'stream' : undefined;
    const path = rule === undefined ? 'scheduled-queries' : `${rule}-rules`;
    const form = formOf(subject, 'before');
    const { body } = await fixture.app.call('master', `POST /api/core/${path}`, { form });
    const { guid } = body as { readonly guid: string };
    const address: QueryAddress = { connection: 'Old', guid, ...(rule === undefined ? {} : { rule }) };
    const tested = new Tested(
      fixture,
      subject,
      { ...fixture.target(guid, 'Old'), address },
      `${path}/${guid}`,
    );
    await fixture.copies.open(address);
    await tested.save('mine');
    return tested;
  }

  private constructor(
    private readonly fixture: DraftsFixture,
    private readonly subject: Subject,
    readonly target: QueryTarget,
    private readonly path: string,
  ) {}

  lock(): void {
    this.fixture.ensureWritable = () => Promise.reject(new WritesLockedError());
  }

  useKey(key: string): void {
    this.fixture.key = key;
  }

  /** Another window shares the files of drafts. */
  async save(mark: string): Promise<void> {
    const stored = await this.fixture.copies.open(this.target.address);
    await this.fixture.copies.save(this.target.address, (stored?.base.query ?? '').replace('before', mark));
  }

  async discard(): Promise<void> {
    const stored = await this.fixture.copies.open(this.target.address);
    if (stored !== undefined) await this.fixture.copies.discard(this.target.address, stored);
  }

  async changeTo(mark: string): Promise<void> {
    const form = formOf(this.subject, mark);
    await this.fixture.app.call('master', `PUT /api/core/${this.path}`, { form });
  }

  /** As a user does who writes the earlier text again. */
  async restore(text: string): Promise<void> {
    const form = {
      ...formOf(this.subject, ''),
      ...(this.subject === 'stream rule' ? { commands: text } : { query: text }),
    };
    await this.fixture.app.call('master', `PUT /api/core/${this.path}`, { form });
  }

  async remove(): Promise<void> {
    const [path = ''] = this.path.split('/');
    const form = { guids: this.target.address.guid };
    await this.fixture.app.call('master', `DELETE /api/core/${path}`, { form });
  }

  async platformText(): Promise<string> {
    const { body } = await this.fixture.app.call('master', `GET /api/core/${this.path}`);
    const { scheduled_query, rule } = body as Readonly<
      Record<string, { query?: string; commands?: unknown } | null>
    >;
    const record = scheduled_query ?? rule;
    return record?.query ?? (record?.commands === undefined ? '' : JSON.stringify(record.commands));
  }

  async mark(): Promise<string> {
    return markIn(await this.platformText()) ?? 'none';
  }

  async draftMark(): Promise<string | undefined> {
    const stored = await this.fixture.copies.open(this.target.address).catch(() => undefined);
    return stored?.draft === undefined ? undefined : markIn(stored.draft);
  }
}

function markIn(text: string): string | undefined {
  return /before|earlier|mine|theirs|newer/.exec(text)?.[0];
}

function formOf(subject: Subject, mark: string): Readonly<Record<string, string>> {
  const query = `json "{}"\n| limit 5\n| search mark == "${mark}"`;
  if (subject === 'scheduled query')
    return { name: 'Logins', query, trigger_type: 'cron', cron_schedule: '0 3 * * *', enabled: 'false' };
  if (subject === 'batch rule') return { name: 'Scan', priority: 'HIGH', query };
  const command = { template_id: 'contains', field_name: 'url', args: [mark], invert: false, ordinal: 1 };
  return { name: 'Scan', priority: 'HIGH', commands: JSON.stringify([command]) };
}
