export const audienceQuestion = 'Can dental students participate?'

/** How questions to the chatbot name each audience. */
export const audienceWords: Readonly<Record<string, string>> = {
  medical: 'mbbs|medical student|medico|undergraduate|ug',
  dental: 'dental|dentist|bds|mds',
  paramedical: 'paramedic|paramedical|allied|nursing|bsc|physio|physiotherapy|pharmacy|bpt|mlt',
}
