import assert from 'node:assert/strict';
import { askConnection } from '../../../../../src/extension/features/connections/connectionForm';
import type {
  ConnectionDraft,
  ConnectionForm,
} from '../../../../../src/extension/features/connections/connectionForm';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

const staging: Connection = { ...lab, name: 'A', baseUrl: 'http://127.0.0.1:8080', assistant: 'read' };

/** What a user types and picks, up to the end of the form. */
function respondsWith({
  name = 'A',
  baseUrl = staging.baseUrl,
  environment = 'Staging',
}): readonly PromptResponse[] {
  return [
    { input: name },
    { input: baseUrl },
    { pick: environment },
    { input: 'core' },
    ...(environment === 'Production' ? [] : [{ pick: 'Read and write' }]),
    { pick: 'Nothing' },
    ...(baseUrl.startsWith('https') ? [{ pick: 'Certificates that VS Code trusts' }] : []),
  ];
}

const editing = { title: 'Edit', initial: staging, taken: ['B'] };

async function ask(responses: readonly PromptResponse[], form: ConnectionForm = editing) {
  const prompts = new ScriptedPrompts(responses);
  const asked: ConnectionDraft = await askConnection(form, prompts);
  prompts.assertFinished();
  return { asked, seen: prompts.seen };
}

/** The access of assistants that the form proposes. */
function proposedAccess(seen: readonly string[]): unknown {
  const question = seen.find((text) => text.includes('what assistants can access')) ?? '';
  const { choices } = JSON.parse(question.replace(/^pick: /, '')) as {
    choices: { picked: boolean; value: string }[];
  };
  return choices.find(({ picked }) => picked)?.value;
}

describe('The form of a connection', () => {
  it('takes a name that is free and can be part of an address', async () => {
    assert.equal((await ask(respondsWith({ name: ' C ' }))).asked.name, 'C');
    for (const [name, problem] of [
      ['B', /already exists/],
      [' ', /Enter a name/],
      ['a/b', /slash/],
    ] as const)
      await assert.rejects(ask(respondsWith({ name })), problem);
  });

  it('rejects an address with a password, and warns of one without HTTPS that is not of this machine', async () => {
    const warnsOf = async (baseUrl: string): Promise<boolean> =>
      (await ask(respondsWith({ baseUrl }))).seen.join().includes('Without HTTPS');
    const addresses = ['http://localhost', 'http://[::1]:9', 'https://logs.example', 'http://logs.example'];
    assert.deepEqual(await Promise.all(addresses.map(warnsOf)), [false, false, false, true]);
    for (const baseUrl of ['logs.example', 'http://kim:secret@logs.example'])
      await assert.rejects(ask(respondsWith({ baseUrl })), /without a user name/);
  });

  it('splits an address that was copied with the path of the interface', async () => {
    for (const [pasted, address, product] of [
      ['/api/core', '', 'core'],
      ['/api/', '', 'core'],
      ['/gateway/api/sonar/', '/gateway', 'sonar'],
      ['/apis', '/apis', 'core'],
      ['/api/core/tables?limit=1', '', 'core'],
      ['/gateway/api/core/scheduled-queries/0b1c/runs#last', '/gateway', 'core'],
      ['/gateway/api/sonar/tables/web', '/gateway', 'sonar'],
      ['/api/core/tables/api/', '', 'core'],
      ['/api/v2/api/core/tables', '/api/v2', 'core'],
    ] as const) {
      const { asked, seen } = await ask(respondsWith({ baseUrl: `https://logs.example${pasted}` }));
      assert.equal(asked.baseUrl, `https://logs.example${address}`);
      const question = seen.find((text) => text.includes('Product segment')) ?? '';
      assert.ok(question.includes(`"value":"${product}"`), question);
    }
  });

  it('proposes the access that assistants had, unless the environment changes', async () => {
    assert.equal(proposedAccess((await ask(respondsWith({}))).seen), 'read');
    assert.equal(proposedAccess((await ask(respondsWith({ environment: 'Development' }))).seen), 'metadata');
    const { asked, seen } = await ask(respondsWith({ environment: 'Production' }));
    assert.deepEqual([proposedAccess(seen), asked.assistant, asked.readOnly], ['off', undefined, false]);
    const choices = (access: string): readonly PromptResponse[] =>
      respondsWith({}).map((response) =>
        JSON.stringify(response).includes('Nothing') ? { pick: access } : response,
      );
    assert.equal((await ask(choices('Also log rows'))).asked.assistant, 'read');
    assert.equal((await ask(choices('Names, definitions'))).asked.assistant, undefined);
  });

  it('starts from the values of the connection, and asks for certificates and the key when they are needed', async () => {
    const initial = { ...staging, baseUrl: 'HTTPS://logs.example', readOnly: true, caFile: '/old.pem' };
    const apiKey = { key: 'k3y', isInEnvironment: false };
    const askedFor: string[] = [];
    const askKey = async ({ baseUrl }: Connection): Promise<typeof apiKey> => {
      askedFor.push(baseUrl);
      return Promise.resolve(apiKey);
    };
    const form = { title: 'Add', initial, taken: [], askKey };
    const upTo = (certificates: string): PromptResponse[] => [
      { input: ' A ' },
      { input: ' HTTPS://logs.example ' },
      { pick: 'Staging' },
      { input: ' other ' },
      { pick: 'Locked' },
      { pick: 'Also log rows' },
      { pick: certificates },
    ];
    const kept = await ask(upTo('Also trust certificates in /old.pem'), form);

    assert.deepEqual(kept.asked, { ...initial, product: 'other', apiKey });
    assert.deepEqual(askedFor, ['HTTPS://logs.example']);
    const bare = await ask(upTo('Certificates that VS Code trusts'), form);
    assert.equal(bare.asked.caFile, undefined);
    const file = { file: '/new.pem' };
    const another = await ask([...upTo('Also trust certificates in a CA file'), file], form);
    assert.equal(another.asked.caFile, '/new.pem');
  });
});
