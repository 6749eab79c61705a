import { safeFileName } from './newPath';

/** The mapping of Sigma rules for all platforms. */
export const generalMapping = 'sigma-map.yaml';

/** The files that can have the mapping in a folder, the one for the platform first. */
export function mappingNames(platform: string | undefined): readonly string[] {
  return platform === undefined
    ? [generalMapping]
    : [`sigma-map.${safeFileName(platform)}.yaml`, generalMapping];
}
