import assert from 'node:assert/strict';
import {
  askAboutInterrupted,
  pickResumable,
  interruptedUploads,
} from '../../../../../src/extension/features/uploads/uploadActions';
import { FileUpload } from '../../../../../src/extension/features/uploads/fileUpload';
import { RunningUploads } from '../../../../../src/extension/features/uploads/runningUploads';
import type { UnfinishedUpload } from '../../../../../src/extension/features/uploads/unfinishedUploads';
import type { UploadDeps } from '../../../../../src/extension/features/uploads/uploadsSection';
import { pauseLink } from '../../../../../src/extension/features/uploads/uploadText';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

function requestOf(fileName: string) {
  return { fileName, fileSize: 10, tableName: 'logs', format: 'ndjson' } as const;
}

const rejects = (): Promise<never> => Promise.reject(new Error('nothing is sent'));

function unfinished(token: string, { name, baseUrl } = lab): UnfinishedUpload {
  const file = { path: `/${token}`, size: 10, modified: 0 };
  return { token, connection: { name, baseUrl }, file, request: requestOf(token), at: Date.now(), sent: 5 };
}

describe('An upload to resume', () => {
  let running: RunningUploads;

  beforeEach(() => {
    running = new RunningUploads();
  });

  afterEach(() => running.dispose());

  function add(name: string): FileUpload {
    const file = { path: `/${name}`, size: 10, modified: 0 };
    const { upload } = running.add(lab, () => new FileUpload(file, requestOf(name), rejects));
    Object.defineProperty(upload, 'token', { value: name });
    return upload;
  }

  function input(begun: readonly UnfinishedUpload[], ...responses: readonly PromptResponse[]) {
    const prompts = new ScriptedPrompts(responses);
    const platforms = {
      find: (name: string) => (name === lab.name ? lab : undefined),
      accountOf: () => Promise.resolve('a1'),
    };
    const section = { running, unfinished: () => Promise.resolve({ all: () => begun }) };
    return { prompts, deps: { ui: { prompts }, platforms, section } as unknown as UploadDeps };
  }

  async function pick(
    begun: readonly UnfinishedUpload[],
    ...responses: readonly PromptResponse[]
  ): Promise<string> {
    const { prompts, deps } = input(begun, ...responses);
    const picked = await pickResumable(deps, []);
    prompts.assertFinished();
    const labels = picked.map(({ connection, value }) => {
      assert.equal(connection, lab);
      if ('own' in value) return `own ${value.own.upload.request.fileName}`;
      return `unfinished ${'unfinished' in value ? value.unfinished.token : ''}`;
    });
    return labels.join();
  }

  it('is the only paused or interrupted one, or the only one from before a reload', async () => {
    add('moving');
    assert.equal(await pick([unfinished('begun')]), 'unfinished begun');
    add('paused').pause();
    assert.equal(await pick([]), 'own paused');
    assert.equal(await pick([unfinished('paused'), unfinished('moving')]), 'own paused');
  });

  it('is selected when there are several, one or more', async () => {
    add('moving');
    add('paused').pause();
    assert.equal(await pick([unfinished('begun')], { pickMany: ['begun'] }), 'unfinished begun');
    const both = await pick([unfinished('begun')], { pickMany: ['paused', 'begun'] });
    assert.equal(both, 'own paused,unfinished begun');
    await assert.rejects(pick([unfinished('begun')], { pickMany: ['moving'] }), /not among: paused, begun$/);
  });

  it('belongs to a connection that still has the address of the platform', async () => {
    const elsewhere = [
      unfinished('renamed', { ...lab, name: 'Removed' }),
      unfinished('moved', { ...lab, baseUrl: 'https://other.example' }),
    ];
    const { prompts, deps } = input(elsewhere);
    await assert.rejects(pickResumable(deps, []), { name: 'CanceledError' });
    assert.deepEqual(prompts.notices, ['This window has no such upload.']);
    assert.equal(await pick([...elsewhere, unfinished('begun')]), 'unfinished begun');
  });

  it('belongs to a connection with the same name and account after the address has changed', async () => {
    const moved = { ...unfinished('moved', { ...lab, baseUrl: 'http://127.0.0.1:1' }), account: 'a1' };
    assert.equal(await pick([moved]), 'unfinished moved');
    const { deps } = input([{ ...moved, account: 'a2' }]);
    assert.deepEqual(await interruptedUploads(deps), []);
  });

  it('is asked about after a reload, several of them by their number', async () => {
    for (const [begun, message] of [
      [['a.json'], /while a\.json was being uploaded to logs on Lab\./],
      [['a.json', 'b.json'], /during 2 uploads\./],
    ] as const) {
      const uploads = begun.map((name) => unfinished(name));
      for (const [press, decision] of [
        ['Resume', 'resume'],
        ['Discard', 'discard'],
      ] as const) {
        const { prompts, deps } = input(uploads, { notice: 'The window was closed', press });
        assert.equal(await askAboutInterrupted(deps, await interruptedUploads(deps)), decision);
        assert.match(prompts.notices.join(), message);
      }
    }
  });

  it('can be paused while it is sent and resumed while it waits, but not while it is loaded', () => {
    const linked = (['sending', 'paused', 'waiting', 'interrupted', 'loading', 'ended'] as const).map(
      (kind) => pauseLink({ kind, milliseconds: 0, error: undefined })?.command,
    );
    const [pause, resume] = ['logbench.upload.pause', 'logbench.upload.resume'];
    assert.deepEqual(linked, [pause, resume, resume, resume, undefined, undefined]);
  });
});
