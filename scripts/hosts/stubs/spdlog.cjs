// Replaces VS Code's native logger, which is not built here. Without it, log channels stay empty and every
// write logs errors.
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const severities = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #raw = false;

  constructor(_type, _name, file) {
    this.#file = file;
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  setPattern() {
    // Every line has the format of `write`.
  }

  clearFormatters() {
    this.#raw = true;
  }

  flush() {
    // Every line is written immediately.
  }

  drop() {
    // Nothing is open.
  }

  write(severity, message) {
    if (severities.indexOf(severity) < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#raw ? message : `${time} [${severity}] ${message}\n`);
  }
}

for (const severity of severities) {
  Logger.prototype[severity] = function (message) {
    this.write(severity, message);
  };
}

async function createLogger(name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

// Separate exports, so that an ES module that imports this one sees the names.
exports.version = 1;
exports.Logger = Logger;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
