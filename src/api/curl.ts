import { encodeFields, serviceRoot, targetOf } from './operation';
import type { Operation } from './operation';

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly product: string;
}

/** The exact request as a command to copy and run. The API key is left out. */
export function curlOf(operation: Operation<unknown>, service: ServiceAddress): string {
  const root = serviceRoot(service.baseUrl, service.product);
  const parts = [`curl -X ${operation.method} ${quote(`${root.origin}${targetOf(operation, root)}`)}`];
  if (operation.role !== undefined) parts.push('-H "Authorization: Bearer $LOGBENCH_API_KEY"');
  if (operation.form !== undefined) parts.push(...formLines(operation.form));
  if (operation.bytes !== undefined) parts.push('--data-binary @-');
  return parts.join(' \\\n  ');
}

/** One field per line, so that a long query text stays readable. */
function formLines(form: NonNullable<Operation<unknown>['form']>): string[] {
  return Object.entries(form)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `-d ${quote(encodeFields({ [name]: value }))}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
