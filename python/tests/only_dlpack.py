# SPDX-License-Identifier: MIT
"""What tests of memory that others lend share."""


class OnlyDLPack:
    """An array that shows DLPack and nothing else."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **options):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device
