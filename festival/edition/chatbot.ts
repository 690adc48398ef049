/** What the chatbot offers to be asked about whom the festival is for. */
export const audienceQuestion = 'Can paramedics participate?'

/** The words by which the chatbot is asked about each audience. */
export const audienceWords: Readonly<Record<string, string>> = {
  medical: 'mbbs|medical student|medico|undergraduate|ug',
  dental: 'dental|dentist|bds|mds',
  paramedical: 'paramedic|paramedical|allied|nursing|bsc|physio|physiotherapy|pharmacy|bpt|mlt',
}
