import { testSchedules } from './schedules.ts';

testSchedules(20261122);
