import type { Locator, Page } from 'playwright-core';

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

  /** Presses a button of the message. */
  async response(text: string | RegExp, button: string): Promise<void> {
    await this.toast(text).getByRole('button', { name: button }).click();
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
