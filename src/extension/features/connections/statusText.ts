import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { environmentLabel } from '../../../core/base/environment';
import { ellipsized, iconLabel, plainText } from '../../../core/privacy/plainText';
import { second } from '../../../core/time/durations';

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers, instead of the text with icons. */
  readonly accessibleLabel: string;
  /** Unlocked, which the status bar shows as a warning. */
  readonly warns: boolean;
}

/** The status bar text of a connection. `remaining` is the time until it locks again; 0 if it is not unlocked. */
export function statusText(connection: Connection, locked: boolean, remaining: number): StatusText {
  const environment = environmentLabel(connection.environment);
  const label = `${connection.name} · ${environment}`;
  // VS Code cuts the end of a wide item, which is what matters most.
  const short = `${ellipsized(plainText(connection.name), maxNameLength)} · ${environment}`;
  const { name, baseUrl } = connection;
  if (remaining > 0) {
    const clock = countdown(remaining);
    return {
      text: iconLabel('unlock', `${short} · ${clock}`),
      tooltip: t(
        'Writes to {0} are unlocked for {1} more. Click to lock them or extend the time.',
        name,
        clock,
      ),
      accessibleLabel: t('{0}, unlocked for {1}', label, clock),
      warns: true,
    };
  }
  return {
    text: iconLabel(locked ? 'lock' : 'plug', short),
    tooltip: locked
      ? t('Writes to {0} are locked. Click to unlock them for a few minutes.', name)
      : t('Connected to {0}.', baseUrl),
    accessibleLabel: locked ? t('{0}, locked', label) : label,
    warns: false,
  };
}

/** Characters, in the status bar. */
const maxNameLength = 40;

/** `14:59`; rounded up, so that it ends with `0:01`. */
function countdown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

interface ConnectionsInStatus {
  /** The connection in front, otherwise an unlocked one, otherwise the only one. */
  readonly shown: Connection | undefined;
  /** Another unlocked connection. */
  readonly other: Connection | undefined;
  /** Milliseconds until the countdown changes; undefined if none is visible. */
  readonly redrawIn: number | undefined;
}

/** The connections that the status bar shows. */
export function connectionsInStatus(
  platforms: Pick<Platforms, 'all' | 'unlockedFor'>,
  inFront: Connection | undefined,
): ConnectionsInStatus {
  const all = platforms.all();
  // The one that locks first is the first.
  const unlocked = all
    .filter((connection) => platforms.unlockedFor(connection) > 0)
    .sort((one, two) => platforms.unlockedFor(one) - platforms.unlockedFor(two));
  const shown = inFront ?? unlocked[0] ?? (all.length === 1 ? all[0] : undefined);
  const remaining = Math.max(0, ...unlocked.map((connection) => platforms.unlockedFor(connection)));
  return {
    shown,
    other: unlocked.find((connection) => connection.name !== shown?.name),
    redrawIn: remaining > 0 ? remaining % second || second : undefined,
  };
}
