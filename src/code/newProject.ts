import { stringify } from 'yaml';
import type { ProjectPlatform } from './project';

/** A `logbench.yaml` with one platform. */
export function renderProject({ name, baseUrl, product, environment }: ProjectPlatform): string {
  return stringify({ platforms: { [name]: { base_url: baseUrl, product, environment } } });
}

/** Converts any name to a valid platform name. */
export function platformName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return safe === '' ? 'platform' : safe;
}
