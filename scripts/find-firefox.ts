import { findProgram, installDebianPackage } from './installed-programs'

/** The path of the Firefox to test with: the one that FIREFOX_PATH names, or the system's; undefined where there is none. */
export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH || findProgram(['firefox', 'firefox-esr'])

/** Installs Debian's Firefox where there is none, as root on Debian, and says which there is now. */
export const main = () => {
  if (!findFirefox()) installDebianPackage('firefox-esr')
  console.log(findFirefox() ?? 'There is no Firefox. Install one, or name it by FIREFOX_PATH.')
}
