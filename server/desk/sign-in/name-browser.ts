const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameBy = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser calls itself, in words that its owner knows: "Firefox on Android". */
export const nameBrowser = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = nameBy(browsers, text) ?? 'A browser'
  const system = nameBy(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
