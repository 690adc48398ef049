import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, variableNames } from './config'

test('nothing has to be set', () => {
  const config = readConfig({})
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: resolve('data'),
    siteDir: resolve('dist/site'),
    store: { engine: 'sqlite', file: resolve('data/cerebra.sqlite') },
    mail: {
      smtpUrl: undefined,
      from: 'Cerebra <registrations@cerebra.example>',
      organisers: undefined,
      waitSeconds: 10,
    },
    couponCode: undefined,
    trustedProxies: 0,
    limits: {
      submissions: { points: 3000, seconds: 600 },
      uploads: { points: 3000, seconds: 600 },
      sender: { points: 40, seconds: 3600 },
    },
    logLevel: 'info',
  })
})

test('what is set is taken', () => {
  const config = readConfig({
    PORT: '8080',
    PUBLIC_URL: 'https://cerebra.test/',
    DATABASE_URL: 'postgres://user:secret@127.0.0.1/cerebra',
    SMTP_URL: 'smtps://user:secret@mail.test:465',
    ORGANISERS_EMAIL: 'office@cerebra.test',
    COUPON_CODE: 'ATLAS5',
    TRUST_PROXY: '1',
  })
  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'https://cerebra.test',
    store: { engine: 'postgres', url: 'postgres://user:secret@127.0.0.1/cerebra' },
    mail: { smtpUrl: 'smtps://user:secret@mail.test:465', organisers: 'office@cerebra.test' },
    couponCode: 'ATLAS5',
    trustedProxies: 1,
  })
})

test('every variable that is wrong is named, and no value is shown', () => {
  const wrong = {
    PORT: '70000',
    PUBLIC_URL: 'cerebra.example',
    DATABASE_URL: 'mysql://user:hush@127.0.0.1/x',
    SMTP_URL: 'https://user:hush@mail.example',
    MAIL_FROM: 'nobody',
    ORGANISERS_EMAIL: 'office',
    MAIL_WAIT_SECONDS: 'ten',
    COUPON_CODE: '---',
    TRUST_PROXY: '-1',
    LIMIT_SENDER: '0',
    LOG_LEVEL: 'loud',
  }
  const read = () => readConfig(wrong)
  expect(read).toThrow(ConfigError)
  for (const name of Object.keys(wrong)) expect(read).toThrow(`  ${name} `)
  expect(read).not.toThrow(/hush|70000|ten\b/)
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', COUPON_CODE: '' })).toEqual(readConfig({}))
})

test('.env.example names every variable, each with its default', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const settings = lines.flatMap((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value.replace(/^"|"$/g, '')] as const]
  })
  expect(settings.map(([name]) => name)).toEqual(variableNames)
  expect(readConfig(Object.fromEntries(settings))).toEqual(readConfig({}))
})
