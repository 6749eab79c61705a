import { zoneOffset } from '../../../core/time/zones';

/** Abbreviations of time zones in logs, with their hours ahead of UTC. */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, ICT: 7 },
  ...{ KST: 9, JST: 9, HKT: 8, SGT: 8, AEST: 10, AEDT: 11, NZST: 12, NZDT: 13, HST: -10 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8 },
};

/** The minutes that a zone is ahead of UTC at a time: `GMT+09`, `+0900`, `KST`, `Asia/Seoul`; undefined if it is none. */
export function zoneMinutes(name: string, time: Date): number | undefined {
  const offset = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)?$/.exec(name);
  if (offset) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
  if (Object.hasOwn(zoneHours, name)) return (zoneHours[name] ?? 0) * 60;
  if (!name.includes('/')) return undefined;
  try {
    return zoneOffset(name, time.getTime()) / 60_000;
  } catch {
    return undefined;
  }
}
