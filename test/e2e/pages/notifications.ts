import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually';

/** The messages at the lower right, and the modal ones in the middle. */
export class Notifications {
  constructor(private readonly page: Page) {}

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** A message in the list of all, which stays when its toast is closed; *Show Notifications* opens it. */
  listed(text: string | RegExp): Locator {
    return this.page.locator('.notifications-center .notification-list-item').filter({ hasText: text });
  }

  /** Presses a button of the message until it closes: a message that is drawn again meanwhile loses the press. */
  async response(text: string | RegExp, button: string): Promise<void> {
    const shown = this.toast(text).getByRole('button', { name: button });
    await shown.waitFor();
    await eventually(async () => {
      if (await shown.isVisible()) await shown.click({ timeout: 5_000 });
      return !(await shown.isVisible());
    });
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The button that Enter presses. */
  focusedButton(name: string): Locator {
    return this.dialog.getByRole('button', { name }).and(this.page.locator(':focus'));
  }

  async pressDialogButton(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click();
  }
}
