import type { Localized } from './entry';

/** Short descriptions of operators and keywords, for completion items. */
export const operatorDescriptions: Readonly<Record<string, Localized>> = {
  '==': { en: 'is equal to; text can contain * wildcards', ko: '같음. 문자열에 * 와일드카드 사용 가능' },
  '!=': { en: 'is not equal to', ko: '같지 않음' },
  '>=': { en: 'is greater than or equal to', ko: '크거나 같음' },
  '<=': { en: 'is less than or equal to', ko: '작거나 같음' },
  '>': { en: 'is greater than', ko: '큼' },
  '<': { en: 'is less than', ko: '작음' },
  '+': { en: 'plus; text is joined with concat()', ko: '더하기. 문자열은 concat()으로 연결' },
  '-': { en: 'minus', ko: '빼기' },
  '*': { en: 'times', ko: '곱하기' },
  '/': { en: 'divided by', ko: '나누기' },
  '=': { en: 'is given the value', ko: '값을 지정' },
  ',': { en: 'and another', ko: '다음 항목' },
  '|': { en: 'next command', ko: '다음 명령' },
  '[': { en: 'subquery', ko: '하위 쿼리' },
  and: { en: 'both hold', ko: '둘 다 참' },
  or: { en: 'at least one holds', ko: '하나 이상 참' },
  not: { en: 'does not hold', ko: '참이 아님' },
  as: { en: 'another name', ko: '다른 이름' },
  by: { en: 'for each group', ko: '그룹별' },
  from: { en: 'the tables to search', ko: '검색할 테이블' },
  output: { en: 'the fields to add', ko: '추가할 필드' },
};
