import type { Localized } from './entry';

/** Descriptions of options by name; commands with the same option share its meaning. */
export const optionDescriptions: Readonly<Record<string, Localized>> = {
  duration: { en: 'How far back to read, such as 1d.', ko: '1d처럼 지금부터 거슬러 올라갈 시간입니다.' },
  from: {
    en: 'Start, included: a prefix of yyyyMMddHHmmss.',
    ko: '시작 시각(포함)입니다. yyyyMMddHHmmss의 앞부분입니다.',
  },
  to: {
    en: 'End, not included: a prefix of yyyyMMddHHmmss.',
    ko: '끝 시각(제외)입니다. yyyyMMddHHmmss의 앞부분입니다.',
  },
  limit: { en: 'The maximum number of rows.', ko: '최대 행 수입니다.' },
  offset: { en: 'How many rows to skip first.', ko: '먼저 건너뛸 행 수입니다.' },
  order: { en: 'desc is newest first, asc oldest first.', ko: 'desc는 최신순, asc는 오래된 순입니다.' },
  span: { en: 'The length of one interval, such as 10m.', ko: '10m처럼 한 구간의 길이입니다.' },
  type: { en: 'Which rows without a match to keep.', ko: '짝이 없는 행 중 무엇을 남길지 정합니다.' },
  field: {
    en: 'The field to read. The default of parse commands is line.',
    ko: '읽을 필드입니다. 파싱 명령은 따로 지정하지 않으면 line을 읽습니다.',
  },
  overlay: { en: 'Whether to keep the other fields.', ko: '기존 필드를 유지할지 정합니다.' },
  pairdelim: { en: 'The delimiter between pairs.', ko: '쌍과 쌍 사이의 구분자입니다.' },
  kvdelim: { en: 'The delimiter between a key and its value.', ko: '키와 값 사이의 구분자입니다.' },
  delimiter: { en: 'The delimiter between values.', ko: '값 사이의 구분자입니다.' },
  over: { en: 'The time span over which to spread the repetitions.', ko: '반복을 이 시간에 걸쳐 나눕니다.' },
  output: {
    en: 'The field to write. The default is _json.',
    ko: '쓸 필드입니다. 기본값은 _json입니다.',
  },
  op: {
    en: 'The action on the lookup. Without it, rows get the fields of the row with the same key.',
    ko: '조회 테이블로 할 작업입니다. 지정하지 않으면 키가 같은 행의 필드를 더합니다.',
  },
  name: { en: 'The name of the lookup.', ko: '조회 테이블의 이름입니다.' },
  key: { en: 'The field with the key.', ko: '키가 들어 있는 필드입니다.' },
  count: { en: 'The number of repetitions.', ko: '횟수입니다.' },
};
