import { stringify } from 'yaml';
import type { ProjectPlatform } from './project';

/** A `logbench.yaml` with one platform. */
export function renderProject({ name, baseUrl, product, environment }: ProjectPlatform): string {
  return stringify({ platforms: { [name]: { base_url: baseUrl, product, environment } } });
}

/** A name that a project can give a platform, made of any other. */
export function platformName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return safe === '' ? 'platform' : safe;
}
