import type { ProjectPlatform } from '../../../core/project/project';
import { isThisMachine } from '../../../core/interface/platformAddress';
import { environmentLabel } from '../../../core/base/environment';
import { asProduction, isSamePlatform, platformOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';

/**
 * The user's connection to a platform of a project. A project only names URLs: keys are sent only to
 * connections that the user has set up. The platform is treated as production if either side says so.
 */
export function connectionTo(
  platform: ProjectPlatform,
  connections: readonly Connection[],
): Connection | undefined {
  const service = platformOf(platform);
  const found =
    connections.find(({ baseUrl, product }) => isSamePlatform(platformOf({ baseUrl, product }), service)) ??
    localPlatform(platform, connections);
  if (found === undefined || platform.environment !== 'production') return found;
  return asProduction(found);
}

/** A local platform has a new port after each start but stays the same platform. */
function localPlatform(
  { environment, baseUrl, product }: ProjectPlatform,
  connections: readonly Connection[],
): Connection | undefined {
  const isLocal = environment === 'local' && isThisMachine(new URL(baseUrl).hostname);
  return isLocal
    ? connections.find((connection) => connection.found === true && connection.product === product)
    : undefined;
}

/** `staging (Staging)`: the name in the project, and the environment. */
export function platformLabel(
  platform: Pick<ProjectPlatform, 'name' | 'environment'>,
  connection?: Connection,
): string {
  return `${platform.name} (${environmentLabel(connection?.environment ?? platform.environment)})`;
}

const memoryKey = 'projectPlatforms';

/** By folder: the platform that the user has selected to compare the project with. */
export function selectedPlatforms(memory: Memory): Readonly<Record<string, unknown>> {
  return Object(memory.get(memoryKey)) as Readonly<Record<string, unknown>>;
}

export async function rememberPlatform(memory: Memory, root: string, platform: string): Promise<void> {
  await memory.update(memoryKey, { ...selectedPlatforms(memory), [root]: platform });
}
