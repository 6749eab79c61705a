import { t } from '../../shared/localize';
import type { Prompts } from '../../ui/prompts/prompts';
import { verifyExport } from './verifyExport';
import type { FileVerdict } from './verifyExport';

/** Asks for a manifest, checks its files and reports the result. */
export async function showVerification(prompts: Prompts, given: unknown): Promise<void> {
  const file =
    typeof given === 'string'
      ? given
      : await prompts.openFile({
          title: t('Verify Export'),
          filters: { [t('Export manifest')]: ['json'] },
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
    const names = broken.map(({ name, verdict }) => `${name}: ${words[verdict]()}`).join('; ');
    await prompts.notify({
      severity: 'error',
      message: t('The export does not match its manifest. {0}.', names),
    });
    return;
  }
  const message = t(
    'The export is unchanged: {0} entries from {1}, exported {2}.',
    manifest.written,
    manifest.connection.name,
    manifest.exportedAt,
  );
  await prompts.notify({ severity: 'information', message });
}

const words: Readonly<Record<FileVerdict, () => string>> = {
  unchanged: () => t('unchanged'),
  changed: () => t('changed after the export'),
  missing: () => t('missing'),
};
