// Downloads the VS Code versions of the tests, in parallel with other work.
import { fetchHost } from './fetchHost.mjs';
import { hostVersions } from './versions.mjs';

const outcomes = await Promise.allSettled(Object.values(hostVersions).map((version) => fetchHost(version)));
for (const outcome of outcomes) {
  if (outcome.status === 'fulfilled') continue;
  console.error(outcome.reason instanceof Error ? outcome.reason.message : outcome.reason);
  process.exitCode = 1;
}
