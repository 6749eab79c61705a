// Fetches everything that the tests in VS Code need, so that it can happen beside other work.
import { findChromium } from './chromium.mjs';
import { fetchHost } from './fetchHost.mjs';
import { hostVersions } from './versions.mjs';

const outcomes = await Promise.allSettled([
  ...Object.values(hostVersions).map((version) => fetchHost(version)),
  findChromium(),
]);
for (const outcome of outcomes) {
  if (outcome.status === 'fulfilled') continue;
  console.error(outcome.reason instanceof Error ? outcome.reason.message : outcome.reason);
  process.exitCode = 1;
}
