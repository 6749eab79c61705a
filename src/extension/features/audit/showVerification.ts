import { tryParseJson } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import type { Prompts } from '../../ui/prompts/prompts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportManifest } from './exportSearch';
import type { ExportedFile, ExportManifest } from './exportSearch';

/** Asks for a manifest, checks its files and reports the result. */
export async function showVerification(prompts: Prompts, arg: unknown): Promise<void> {
  const file =
    typeof arg === 'string'
      ? arg
      : await prompts.openFile({
          title: t('Verify Export'),
          filters: { [t('Export manifest')]: ['json'] },
          // The files beside it are read too.
          isLocal: true,
        });
  const verification = await verifyExport(file);
  if (!verification) {
    await prompts.notify({
      severity: 'error',
      message: t('This file is not the manifest of an audit log export.'),
    });
    return;
  }
  const { manifest, files } = verification;
  const broken = files.filter(({ verdict }) => verdict !== 'unchanged');
  if (broken.length > 0) {
    const names = broken.map(({ name, verdict }) => `${name}: ${labels[verdict]()}`).join('; ');
    await prompts.notify({
      severity: 'error',
      message: t('The export does not match its manifest. {0}.', names),
    });
    return;
  }
  const entries = manifest.written === 1 ? t('1 entry') : t('{0} entries', manifest.written);
  const message = t(
    'The export is unchanged: {0} from {1}, exported {2}.',
    entries,
    manifest.connection.name,
    manifest.exportedAt,
  );
  await prompts.notify({ message });
}

const labels: Readonly<Record<FileVerdict, () => string>> = {
  unchanged: () => t('unchanged'),
  changed: () => t('changed after the export'),
  missing: () => t('missing'),
};

type FileVerdict = 'unchanged' | 'changed' | 'missing';

interface Verification {
  readonly manifest: ExportManifest;
  readonly files: readonly { readonly name: string; readonly verdict: FileVerdict }[];
}

/** Undefined if the file is not an export manifest. */
export async function verifyExport(manifestFile: string): Promise<Verification | undefined> {
  const manifest = parseManifest(await readFile(manifestFile, 'utf8'));
  if (!manifest) return undefined;
  const folder = path.dirname(manifestFile);
  const files: { name: string; verdict: FileVerdict }[] = [];
  for (const file of manifest.files) {
    files.push({ name: file.name, verdict: await verdictOn(path.join(folder, file.name), file) });
  }
  return { manifest, files };
}

/** Manifests are untrusted: they can only name files in the same folder. */
function parseManifest(text: string): ExportManifest | undefined {
  const { data } = exportManifest.safeParse(tryParseJson(text));
  const isBeside = ({ name }: ExportedFile): boolean =>
    path.basename(name) === name && !/^\.*$|[\\/]/.test(name);
  return data?.files.every(isBeside) === true ? data : undefined;
}

async function verdictOn(file: string, expected: ExportedFile): Promise<FileVerdict> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return 'missing';
  if (found.size !== expected.bytes) return 'changed';
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex') === expected.sha256 ? 'unchanged' : 'changed';
}
