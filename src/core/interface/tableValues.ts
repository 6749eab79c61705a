import type { Integer64 } from '../base/integers';

/** The names of new tables. */
export const tableNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
/** In days; 0 keeps everything. */
export const maxRetention = 36_500;
export const tableLayouts = ['columnar', 'row'] as const;
export const tableCompressions = ['snappy', 'deflate'] as const;

/** The size of a table wherever one number stands for it: data and index. */
export function storedSize({ tableSize, indexSize }: StoredSizes): number {
  return Number(tableSize) + Number(indexSize);
}

interface StoredSizes {
  readonly tableSize: Integer64;
  readonly indexSize: Integer64;
}
