import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
model.eval()
with torch.no_grad():
    print(model(torch.zeros(1, 4)))
compiled = torch.compile(model)
