export interface Recipe {
  readonly title: string;
  /** The search terms. */
  readonly keywords: string;
  readonly query: string;
}

/** Complete queries for common tasks. Tables and fields are examples. */
export const recipes: readonly Recipe[] = [
  {
    title: 'many failures from one source',
    keywords:
      'brute force password spraying failed logins logons attempts count threshold above per user address',
    query:
      'table duration=10m logons | search outcome == "failure" | stats count as failures, dc(user) as users by src_ip | search failures >= 20 | sort -failures',
  },
  {
    title: 'failures followed by success',
    keywords: 'brute force succeeded successful login after failed sequence followed',
    query:
      'table duration=1h logons | search outcome == "failure" | stats count as failures by user, src_ip | search failures >= 10 | join user, src_ip [ table duration=1h logons | search outcome == "success" | stats count as successes by user, src_ip ]',
  },
  {
    title: 'rare values and when they were first seen',
    keywords: 'rare unusual new first seen never before anomaly outlier process',
    query:
      'table duration=30d processes | stats count, min(_time) as first_seen by process | search count <= 3 | sort count',
  },
  {
    title: 'the most frequent or largest',
    keywords: 'top most frequent largest biggest ranking bytes',
    query: 'table duration=1d web_access | stats count, sum(bytes) as bytes by url | sort limit=10 -bytes',
  },
  {
    title: 'counts over time',
    keywords: 'over time trend histogram bucket per hour day chart rate error',
    query:
      'table duration=1d web_access | eval failed = if(status >= 500, 1, 0) | timechart span=1h count, sum(failed) as failed',
  },
  {
    title: 'rows that another table does not have',
    keywords: 'not in list exclude allowlist missing other table compare except unknown',
    query: 'table duration=1h connections | join type=leftonly dst_ip [ table known_hosts | fields dst_ip ]',
  },
  {
    title: 'fields out of raw text',
    keywords: 'extract regex regular expression parse raw line text capture',
    query:
      'table duration=1h messages | rex field=line "user=(?<user>\\\\S+)" | search isnotnull(user) | stats count by user',
  },
  {
    title: 'sources that have gone silent',
    keywords: 'silent stopped missing no longer sending heartbeat host source freshness late',
    query:
      'table duration=1d messages | stats max(_time) as last_seen by host | search last_seen < ago("1h") | sort last_seen',
  },
  {
    title: 'outside office hours',
    keywords: 'night weekend outside office working hours time of day unusual',
    query:
      'table duration=1d logons | eval hour = datepart(_time, "hour") | search hour < 7 or hour > 20 | stats count by user',
  },
];
