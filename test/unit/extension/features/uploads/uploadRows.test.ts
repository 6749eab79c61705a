import assert from 'node:assert/strict';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import { RunningUploads } from '../../../../../src/extension/features/uploads/runningUploads';
import { UnfinishedUploads } from '../../../../../src/extension/features/uploads/unfinishedUploads';
import {
  cancelUpload,
  isMoving,
  pauseUpload,
} from '../../../../../src/extension/features/uploads/uploadActions';
import { otherRow, uploadRows } from '../../../../../src/extension/features/uploads/uploadRows';
import type { UploadDeps } from '../../../../../src/extension/features/uploads/uploadsSection';
import { displayText } from '../../../../../src/core/privacy/masker';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { RowNode, SectionNode } from '../../../../../src/extension/ui/explorer/explorerSection';
import type { Row, RowPage } from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { hiddenValues } from '../../../../support/hiddenValues';
import { JsonMemory } from '../../../../support/jsonMemory';
import { suiteServer } from '../../../../support/httpServer';
import { lab } from '../../../../support/labConnection';
import { each } from '../../../../support/each';

const [own, begun, missing, other] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
) as [string, string, string, string];
const request = { fileName: 'own.json', fileSize: 1000, tableName: 'logs', format: 'ndjson' } as const;

function stream(token: string, fields: object = {}): object {
  return { token, file_name: 'other.csv', file_size: 200, uploaded_size: 100, ...fields };
}

describe('The uploads of a connection', () => {
  let reply: { readonly status: number; readonly body: object };
  let running: RunningUploads;
  let unfinished: UnfinishedUploads;

  const suite = suiteServer(({ method }, response) => {
    const { status, body } = method === 'GET' ? reply : deleted;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  let deleted: typeof reply;

  beforeEach(() => {
    deleted = { status: 200, body: {} };
    reply = {
      status: 200,
      body: {
        total_count: 4,
        streams: [stream(own), stream(begun, { uploaded_size: 70 }), stream(other), { token: 7 }],
      },
    };
    running = new RunningUploads();
    unfinished = new UnfinishedUploads(new JsonMemory());
    addRunning(own);
    for (const token of [own, begun, missing])
      unfinished.keep({ id: '', connection: lab, upload: upload(token) });
  });

  afterEach(() => running.dispose());

  function upload(token: string | undefined): FileUpload {
    const file = { path: '/own.json', size: 1000, modified: 0 };
    const made = new FileUpload(file, request, () => Promise.resolve(suite.client));
    Object.defineProperty(made, 'token', { value: token });
    return made;
  }

  function addRunning(token: string | undefined): FileUpload {
    return running.add(lab, () => upload(token)).upload;
  }

  const accountOf = (): Promise<undefined> => Promise.resolve(undefined);

  const load = async (): Promise<RowPage> =>
    uploadRows(suite.client, lab, { running, unfinished, accountOf }, new AbortController().signal);

  const described = ({ rows }: RowPage): readonly string[] =>
    rows.map(({ id, description, contextValue }) =>
      [id.replace(/:malformed:.*/, 'malformed'), contextValue, displayText(description)].join(' | '),
    );

  it('are those of this window, those from before its reload that the platform has, and all others', async () => {
    const page = await load();

    assert.equal(page.total, 4);
    assert.deepEqual(described(page), [
      'own:1 | upload.own.sending | 0 % · 0 B of 1,000 B → logs',
      `${begun} | upload.own.interrupted | interrupted at 7 % · 70 B of 1,000 B → logs`,
      `${other} | upload.other | 50 % · 100 B of 200 B`,
      'malformed | malformed | unexpected value in the field “token”',
    ]);
    assert.deepEqual(each(unfinished.all(), 'token'), [own, begun]);
  });

  it('are those of this window alone when the role is too low, which is requested once', async () => {
    reply = { status: 500, body: { error_code: 'illegal-state', error_msg: 'no-permission' } };
    const page = await load();
    assert.deepEqual([page.total, page.rows.length], [3, 3]);
    assert.deepEqual(each(unfinished.all(), 'token'), [own, begun, missing]);
    await load();
    assert.equal(suite.server.seen.length, 1);
  });

  it('can be canceled by token when the platform does not list them, and fail when it fails', async () => {
    reply = { status: 404, body: {} };
    const page = await load();
    assert.equal(page.total, undefined);
    assert.deepEqual(each(page.rows, 'id'), ['own:1', begun, missing, ':unlisted']);
    suite.client.forgetMissingOperations();
    reply = { status: 400, body: { error_code: 'illegal-state', error_msg: 'broken' } };
    await assert.rejects(load, /broken/);
  });

  it('of others show user, file and table', () => {
    const record = {
      token: other,
      remoteAddress: '10.0.0.9',
      loginName: 'kim',
      fileName: undefined,
      fileSize: 200,
      uploadedSize: 100,
      created: '2026-11-15 09:00:00+0900',
      lastUpload: undefined,
      metadata: { table_name: 'logs' },
      raw: {},
    };
    const row = otherRow(record);
    const description = '50 % · 100 B of 200 B · → logs · kim';

    assert.deepEqual(
      [row.id, row.label, displayText(row.description)],
      [other, 'Unnamed upload', description],
    );
    using _ = hiddenValues();
    assert.match(displayText(row.description) ?? '', /user1-masked$/);
  });

  function acting(...responses: readonly PromptResponse[]) {
    const prompts = new ScriptedPrompts(responses);
    const [removed, reported, receipts, writes]: [string[], unknown[], string[], string[]] = [[], [], [], []];
    const deps = {
      ui: {
        prompts,
        log: { info: (line: string) => receipts.push(line) },
        failures: { report: (error: unknown) => reported.push(error) },
        documents: {},
      },
      platforms: {
        pick: () => Promise.resolve(lab),
        clientFor: () => Promise.resolve(suite.client),
        ensureWritable: ({ name }: Connection) => Promise.resolve(writes.push(name)),
      },
      section: {
        running,
        unfinished: () => Promise.resolve(unfinished),
        accountOf,
        removed: (_connection: Connection, token: string) => removed.push(token),
      },
    } as unknown as UploadDeps;
    return { prompts, deps, removed, reported, receipts, writes };
  }

  const section = new SectionNode(lab, 'uploads');
  const node = (row: Row): RowNode => new RowNode(lab, 'uploads', row, section);
  const cancelled = (): readonly string[] =>
    suite.server.seen
      .filter(({ method }) => method === 'DELETE')
      .map(({ url }) => url.split('/').at(-1) ?? '');

  it('are canceled after one question, those of others when writes are unlocked', async () => {
    const { rows } = await load();
    const nodes = rows.slice(0, 3).map(node);
    const { prompts, deps, removed, receipts, writes } = acting({ confirm: 'Cancel Upload' });
    const mine = running.all()[0]?.upload;
    let isCanceled = false;
    assert.ok(mine);
    mine.cancel = () => void (isCanceled = true);

    await cancelUpload(deps, [nodes[1], nodes]);

    assert.match(prompts.seen[0] ?? '', /Cancel 3 uploads on Lab \(Staging\)\?/);
    assert.match(prompts.seen[0] ?? '', /discarded\.\\n\\nown\.json\\nown\.json\\nother\.csv"/);
    assert.deepEqual(prompts.notices, ['The upload of own.json, other.csv was canceled and discarded.']);
    assert.match(prompts.seen.at(-1) ?? '', /"severity":"information"/);
    // Two of others, before and after the question.
    assert.deepEqual(
      [isCanceled, writes, cancelled(), removed],
      [true, ['Lab', 'Lab', 'Lab', 'Lab'], [begun, other], [begun, other]],
    );
    assert.equal(receipts.length, 2);
  });

  it('are named with all of their connections in the question, if they have several', async () => {
    const { rows } = await load();
    const [, mine, theirs] = rows;
    assert.ok(mine && theirs);
    const office: Connection = { ...lab, name: 'Office', environment: 'production' };
    const nodes = [node(mine), new RowNode(office, 'uploads', theirs, new SectionNode(office, 'uploads'))];
    const { prompts, deps } = acting({ confirm: 'Cancel Upload' });

    await cancelUpload(deps, [nodes[0], nodes]);

    assert.match(prompts.seen[0] ?? '', /Cancel 2 uploads on Lab \(Staging\), Office \(Production\)\?/);
    assert.match(prompts.seen[0] ?? '', /"Show Request · Lab".*"Show Request · Office"/);
  });

  it('that the platform no longer has disappear, and every failure is shown', async () => {
    const { rows } = await load();
    deleted = {
      status: 400,
      body: { error_code: 'invalid-parameter', error_msg: 'upload stream not found: x' },
    };
    const { prompts, deps, removed, reported } = acting({ confirm: 'Cancel Upload' });
    const nodes = rows.slice(1, 3).map(node);

    await assert.rejects(cancelUpload(deps, [nodes[0], nodes]), /not found/);

    assert.deepEqual([removed, prompts.notices, reported.length], [[begun, other], [], 1]);
    deleted = { status: 400, body: { error_code: 'illegal-state', error_msg: 'broken' } };
    const again = acting({ confirm: 'Cancel Upload' });
    await assert.rejects(cancelUpload(again.deps, [nodes[0]]), /broken/);
    assert.deepEqual([again.removed, again.reported], [[], []]);
  });

  it('are canceled from the Command Palette by selection or token', async () => {
    const selected = acting({ pick: 'other.csv' }, { confirm: 'Cancel Upload' });
    await cancelUpload(selected.deps, []);
    assert.deepEqual(cancelled(), [other]);

    const typed = acting({ pick: 'Enter a Token…' }, { input: ` ${missing} ` }, { confirm: 'Cancel Upload' });
    await cancelUpload(typed.deps, []);
    assert.deepEqual(cancelled(), [other, missing]);
    assert.match(typed.prompts.seen.join(), /Cancel the upload of the upload on Lab/);
    const wrong = acting({ pick: 'Enter a Token…' }, { input: 'abc' });
    await assert.rejects(cancelUpload(wrong.deps, []), /A token looks like/);
  });

  it('are paused: the selected ones, the only running one, or those that the user selects', async () => {
    const { rows } = await load();
    const first = running.all()[0]?.upload;
    assert.ok(first && rows[0]);
    const { deps } = acting();
    await pauseUpload(deps, [node(rows[0])]);
    assert.deepEqual([first.state.kind, isMoving(first)], ['paused', false]);
    const none = acting();
    await assert.rejects(pauseUpload(none.deps, []), { name: 'CanceledError' });
    assert.deepEqual(none.prompts.notices, ['This window has no such upload.']);

    const second = addRunning(undefined);
    await pauseUpload(deps, []);
    assert.equal(second.state.kind, 'paused');

    const [third, fourth] = [addRunning(undefined), addRunning(undefined)];
    const picking = acting({ pickMany: ['own.json'] });
    await pauseUpload(picking.deps, []);
    assert.deepEqual([third, fourth].map(isMoving), [false, true]);
    assert.equal(picking.prompts.seen.join().match(/"label":"own\.json"/g)?.length, 2);
  });
});
