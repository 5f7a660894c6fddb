import { createDoctorChecks, examine } from '../app/checks/doctor.ts';
import type { Command } from './command.ts';

export const doctorCommands: Command[] = [
  [
    'doctor',
    'checks the settings, the machine, the data and the services, and says what to do; changes nothing',
    async (config) => {
      const { lines, hasProblem } = await examine(createDoctorChecks(config));
      return { text: lines.join('\n'), failed: hasProblem };
    },
  ],
];
