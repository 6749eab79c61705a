/** A text in every language that the log can be read in. */
export interface Localized {
  readonly en: string;
  readonly ko: string;
}

/** What people read for one operation. `{name}` in a message stands for the message parameter of that name. */
export interface AuditAction {
  readonly category: Localized;
  readonly action: Localized;
  readonly message: Localized;
}

const create: Localized = { en: 'Create', ko: '생성' };
const update: Localized = { en: 'Update', ko: '수정' };
const remove: Localized = { en: 'Remove', ko: '삭제' };
const stop: Localized = { en: 'Stop', ko: '중지' };

const queries: Localized = { en: 'Query', ko: '쿼리' };
const scheduledQueries: Localized = { en: 'Scheduled Query', ko: '예약된 쿼리' };

/** By `<module>.<method>` of a route's audit setting. An operation without a row has no localised texts. */
export const auditActions: Readonly<Record<string, AuditAction>> = {
  'query.run': {
    category: queries,
    action: { en: 'Run', ko: '실행' },
    message: { en: 'Ran query {query}', ko: '쿼리를 실행했습니다: {query}' },
  },
  'query.drop': {
    category: queries,
    action: { en: 'Cancel', ko: '취소' },
    message: { en: 'Cancelled and dropped query {id}.', ko: '쿼리 {id}을(를) 취소하고 결과를 삭제했습니다.' },
  },
  'scheduled-query.create': {
    category: scheduledQueries,
    action: create,
    message: { en: 'Created scheduled query {name}.', ko: '예약된 쿼리 {name}을(를) 생성했습니다.' },
  },
  'scheduled-query.update': {
    category: scheduledQueries,
    action: update,
    message: { en: 'Updated scheduled query {name}.', ko: '예약된 쿼리 {name}을(를) 수정했습니다.' },
  },
  'scheduled-query.remove': {
    category: scheduledQueries,
    action: remove,
    message: {
      en: 'Removed {succeeded} scheduled queries.',
      ko: '예약된 쿼리 {succeeded}개를 삭제했습니다.',
    },
  },
  'scheduled-query.stop': {
    category: scheduledQueries,
    action: stop,
    message: {
      en: 'Stopped {succeeded} scheduled queries.',
      ko: '예약된 쿼리 {succeeded}개를 중지했습니다.',
    },
  },
};
