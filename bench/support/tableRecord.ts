/** A table as in the list of a platform. */
export function tableRecord(index: number): object {
  return {
    table_name: `firewall_${index}`,
    layout: 'columnar',
    compression: 'snappy',
    retention: 90,
    encrypted: false,
    min_day: '2026-01-01 00:00:00+0900',
    max_day: '2026-03-31 23:59:59+0900',
    table_size: 1_234_567_890 + index,
    index_size: 12_345_678,
    ratio: 0.12,
  };
}
