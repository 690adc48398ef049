import { stalledId } from '../site/offer-again'
import { buttonLook } from '../ui/button'

const button = (words: string) => `<button type="button" class="${buttonLook('secondary')}">${words}</button>`

/**
 * The notice that every page holds, hidden and outside of the app, so that it can be shown although no script of the
 * site has come. Its buttons: try again, and close. It wears classes that other parts wear, for it costs every page.
 */
export const makeStalledNotice = (): string =>
  `<div id="${stalledId}" role="alert" hidden class="fixed inset-x-0 top-0 z-50 mx-auto max-w-[44rem] border border-l-4 border-artery bg-paper px-4 py-3"><p class="font-semibold">A part of this page did not load. Nothing that you entered is lost.</p><div class="mt-2 flex flex-wrap gap-2">${button('Try again')}${button('Close')}</div></div>`
