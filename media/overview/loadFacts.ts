import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { ScheduleCounts, WeekLoad } from '../../src/core/pages/overview';
import { visibleText } from '../../src/core/base/visibleText';
import { formatElapsed } from '../../src/core/base/formatElapsed';
import { formatShare } from '../../src/core/pages/format';
import { styleProperties } from '../app/styleProperties';
import { link } from '../elements/controls';
import { clockLabel, dayLabel, startsText } from './loadLabels';

type Longest = NonNullable<ScheduleCounts['longest']>;

const minutesPerWeek = 7 * 1440;

/** What the hours of the week do not show: how much of it is used, and by which query for longest. */
export function loadFacts(
  { usedMinutes }: WeekLoad,
  longest: Longest | null,
  open: (query: Longest) => void,
): TemplateResult {
  return html`<p>
    ${t('Minutes in which a query starts: {0} of the week', formatShare(usedMinutes / minutesPerWeek))}
    ${
      longest === null
        ? nothing
        : html`<span class="muted">·</span> ${t('Longest run:')}
            ${link(visibleText(longest.name), () => open(longest))}
            <span class="muted">· ${formatElapsed(longest.elapsed)}</span>`
    }
  </p>`;
}

/** The starts in each minute of the busiest hour. */
export function minuteBars({ busiestHour, days }: WeekLoad): TemplateResult {
  if (busiestHour === null) return html``;
  const { day, hour, minutes } = busiestHour;
  const label = t(
    'Minutes of the busiest hour: {0}, {1}',
    dayLabel(days[day]?.date ?? '', 'long'),
    clockLabel(hour * 60),
  );
  const max = Math.max(1, ...minutes);
  return html`<figure class="minutes">
    <figcaption class="muted">${label}</figcaption>
    <div class="minute-bars" role="img" aria-label=${`${label}. ${minutesText(hour, minutes)}`}>
      ${minutes.map((starts, minute) =>
        starts === 0
          ? nothing
          : html`<span
              class="minute"
              title=${`${clockLabel(hour * 60 + minute)}: ${startsText(starts)}`}
              ${styleProperties({ 'grid-column': String(minute + 1), height: `${(starts / max) * 100}%` })}
            ></span>`,
      )}
    </div>
    <div class="minute-labels muted" aria-hidden="true">
      ${[0, 15, 30, 45].map((minute) => html`<span>${clockLabel(hour * 60 + minute)}</span>`)}
    </div>
  </figure>`;
}

const maxRead = 5;

/** The busiest minutes, for those who do not see the bars. */
function minutesText(hour: number, minutes: readonly number[]): string {
  return [...minutes.entries()]
    .filter(([, starts]) => starts > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxRead)
    .map(([minute, starts]) => `${clockLabel(hour * 60 + minute)}: ${startsText(starts)}`)
    .join(', ');
}
