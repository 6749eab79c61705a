/** The output of a command: results on one stream, everything else on the other. */
export interface Terminal {
  /** Prints a line of the result, in color if supported. */
  print(line: string, colour?: Colour): void;
  /** Prints a line for the user, in color if supported. */
  note(line: string, colour?: Colour): void;
  /** Colors a text if the stream for notes supports it. */
  paint(colour: Colour, text: string): string;
}

export type Colour = 'red' | 'yellow' | 'green' | 'dim';

const codes: Readonly<Record<Colour, number>> = { red: 31, yellow: 33, green: 32, dim: 2 };

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** See https://no-color.org: any value of NO_COLOR disables colors. */
export function openTerminal(
  output: Stream,
  errors: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const noColour = environment['NO_COLOR'];
  const isAllowed = noColour === undefined || noColour === '';
  const painting =
    (stream: Stream) =>
    (text: string, colour: Colour | undefined): string =>
      isAllowed && stream.isTTY === true && colour !== undefined
        ? `\u001b[${codes[colour]}m${text}\u001b[0m`
        : text;
  const [inResult, inNotes] = [painting(output), painting(errors)];
  return {
    print: (line, colour) => {
      output.write(`${inResult(line, colour)}\n`);
    },
    note: (line, colour) => {
      errors.write(`${inNotes(line, colour)}\n`);
    },
    paint: (colour, text) => inNotes(text, colour),
  };
}

/** Removes control characters of logs and names, which could manipulate the terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** A signal that Ctrl-C aborts, so that a command can clean up. */
export function interruption(): AbortSignal & Disposable {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Error('Cancelled.'));
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  return Object.assign(controller.signal, {
    [Symbol.dispose]: () => {
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  });
}
